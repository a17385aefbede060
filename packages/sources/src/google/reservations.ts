import * as Arr from "effect/Array"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import { readMarkup } from "./markup.ts"
import { microdataIn } from "./microdata.ts"

type JsonObject = { readonly [name: string]: unknown }

const isJsonObject = (value: unknown): value is JsonObject =>
  Predicate.isObject(value) && !Array.isArray(value)

// "EventReservation", "http://schema.org/EventReservation" and "schema:EventReservation" are the same type.
const isEventReservation = (object: JsonObject): boolean =>
  Arr.ensure(object["@type"]).some(
    (type) => typeof type === "string" && type.replace(/^.*[/#:]/, "") === "EventReservation",
  )

// No real reservation nests deeper.
const maxDepth = 8

const reservationsOf = (value: unknown, depth = 0): ReadonlyArray<JsonObject> => {
  if (depth > maxDepth) return []
  if (Array.isArray(value)) return value.flatMap((one) => reservationsOf(one, depth + 1))
  if (!isJsonObject(value)) return []
  if (isEventReservation(value)) return [value]
  // A ReservationPackage holds the reservations of several people or days.
  return [value["@graph"], value["subReservation"]].flatMap((one) => reservationsOf(one, depth + 1))
}

const parse = Option.liftThrowable((text: string): unknown => JSON.parse(text))

// Some senders wrap scripts in comments for very old mail readers.
const unwrap = (script: string): string =>
  script
    .replace(/^\s*(<!--|(\/\/|\/\*)?\s*<!\[CDATA\[(\*\/)?)/, "")
    .replace(/(-->|(\/\/|\/\*)?\s*\]\]>(\*\/)?)\s*$/, "")

const scriptsIn = (html: string): ReadonlyArray<string> => {
  const scripts: Array<string> = []
  let script: string | undefined
  readMarkup(html, {
    open: (name, attributes) => {
      const type = attributes.get("type")?.split(";")[0]?.trim().toLowerCase()
      if (name === "script" && type === "application/ld+json") script = ""
    },
    text: (piece) => {
      if (script !== undefined) script += piece
    },
    close: (name) => {
      if (name === "script" && script !== undefined) scripts.push(script)
      if (name === "script") script = undefined
    },
  })
  return scripts
}

/**
 * The event reservations in an email's HTML: a flat list of schema.org objects from its JSON-LD, else from its
 * microdata (https://developers.google.com/workspace/gmail/markup/reference/event-reservation).
 */
export const reservationsIn = (html: string): ReadonlyArray<JsonObject> => {
  const fromScripts = scriptsIn(html).flatMap((script) =>
    reservationsOf(Option.getOrUndefined(parse(unwrap(script)))),
  )
  return fromScripts.length > 0 ? fromScripts : reservationsOf(microdataIn(html))
}

import type { RawData } from "@daybook/attending"
import { formatInstant, storableJson } from "@daybook/kernel"
import * as Base64Url from "effect/encoding/Base64Url"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { reservationsIn } from "./reservations.ts"

// https://developers.google.com/workspace/gmail/api/reference/rest/v1/users.messages
const Part = Schema.Struct({
  mimeType: Schema.optionalKey(Schema.String),
  headers: Schema.optionalKey(
    Schema.Array(Schema.Struct({ name: Schema.String, value: Schema.optionalKey(Schema.String) })),
  ),
  body: Schema.optionalKey(Schema.Struct({ data: Schema.optionalKey(Schema.String) })),
  // Parts again, read one level at a time: whoever sends a mail says how many there are.
  parts: Schema.optionalKey(Schema.Array(Schema.Unknown)),
})
type Part = typeof Part.Type
const readPart = Schema.decodeUnknownOption(Part)

/** A mail with all its parts; what is attached to it is left where it is. */
export const Message = Schema.Struct({
  // Milliseconds since 1970, when it came: its own date is whatever its sender wrote.
  internalDate: Schema.optionalKey(Schema.String.check(Schema.isPattern(/^\d{1,14}$/))),
  payload: Schema.optionalKey(Part),
})

const deepest = 32

const htmlParts = (part: Part, depth = 0): ReadonlyArray<string> => {
  const { body, mimeType = "", parts = [] } = part
  const html =
    mimeType.toLowerCase() === "text/html"
      ? Result.match(Base64Url.decodeString(body?.data ?? ""), {
          onFailure: () => [],
          onSuccess: (text) => [text],
        })
      : []
  if (depth === deepest) return html
  return [
    ...html,
    ...parts.flatMap((one) =>
      Option.match(readPart(one), { onNone: () => [], onSome: (inner) => htmlParts(inner, depth + 1) }),
    ),
  ]
}

const header = ({ headers = [] }: Part, wanted: string): string =>
  headers.find(({ name }) => name.toLowerCase() === wanted)?.value ?? ""

/** What is kept of a mail; undefined where it holds no reservation of an event. */
export const rawDataOf = ({ internalDate, payload }: typeof Message.Type): RawData | undefined => {
  if (payload === undefined) return undefined
  const reservations = htmlParts(payload).flatMap(reservationsIn)
  if (reservations.length === 0) return undefined
  return storableJson({
    subject: header(payload, "subject"),
    from: header(payload, "from"),
    date: internalDate === undefined ? "" : formatInstant(Number(internalDate)),
    reservations,
  })
}

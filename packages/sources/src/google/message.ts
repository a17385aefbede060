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
  // Large bodies stand apart, under an id.
  body: Schema.optionalKey(
    Schema.Struct({
      data: Schema.optionalKey(Schema.String),
      attachmentId: Schema.optionalKey(Schema.String),
      size: Schema.optionalKey(Schema.Finite),
    }),
  ),
  // Parts again, read one level at a time: whoever sends a mail says how many there are.
  parts: Schema.optionalKey(Schema.Array(Schema.Unknown)),
})
type Part = typeof Part.Type
const readPart = Schema.decodeUnknownOption(Part)

/** The body of a part that stands apart: https://developers.google.com/workspace/gmail/api/reference/rest/v1/users.messages.attachments */
export const Attachment = Schema.Struct({ data: Schema.String })

/** A mail with all its parts; the bodies of large ones stand apart. */
export const Message = Schema.Struct({
  // Milliseconds since 1970, when it came: its own date is whatever its sender wrote.
  internalDate: Schema.optionalKey(Schema.String.check(Schema.isPattern(/^\d{1,14}$/))),
  payload: Schema.optionalKey(Part),
})

const deepest = 32

// A mail of a ticket office has one text in HTML; who sends a thousand wants something else.
const mostApart = 4
const largestApart = 5 * 1024 * 1024

type Body = NonNullable<Part["body"]>

const htmlBodies = (part: Part, depth = 0): ReadonlyArray<Body> => {
  const { body, mimeType = "", parts = [] } = part
  const html = mimeType.toLowerCase() === "text/html" && body !== undefined ? [body] : []
  if (depth === deepest) return html
  return [
    ...html,
    ...parts.flatMap((one) =>
      Option.match(readPart(one), { onNone: () => [], onSome: (inner) => htmlBodies(inner, depth + 1) }),
    ),
  ]
}

const textOf = (data: string): ReadonlyArray<string> =>
  Result.match(Base64Url.decodeString(data), { onFailure: () => [], onSuccess: (text) => [text] })

/** The ids of HTML that stands apart: some, and none that is too large to be a mail's text. */
export const apartIn = ({ payload }: typeof Message.Type): ReadonlyArray<string> =>
  payload === undefined
    ? []
    : htmlBodies(payload)
        .flatMap(({ attachmentId, data = "", size = 0 }) =>
          data === "" && attachmentId !== undefined && size <= largestApart ? [attachmentId] : [],
        )
        .slice(0, mostApart)

const header = ({ headers = [] }: Part, wanted: string): string =>
  headers.find(({ name }) => name.toLowerCase() === wanted)?.value ?? ""

/** The parts of a mail that are kept, with the parts that stood `apart` of it; undefined where it holds no reservation of an event. */
export const rawDataOf = (
  { internalDate, payload }: typeof Message.Type,
  apart: ReadonlyArray<string>,
): RawData | undefined => {
  if (payload === undefined) return undefined
  const bodies = [...htmlBodies(payload).map(({ data = "" }) => data), ...apart]
  const reservations = bodies.flatMap(textOf).flatMap(reservationsIn)
  if (reservations.length === 0) return undefined
  return storableJson({
    subject: header(payload, "subject"),
    from: header(payload, "from"),
    date: internalDate === undefined ? "" : formatInstant(Number(internalDate)),
    reservations,
  })
}

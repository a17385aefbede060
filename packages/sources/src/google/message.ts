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
  // A large body is separate, under an id.
  body: Schema.optionalKey(
    Schema.Struct({
      data: Schema.optionalKey(Schema.String),
      attachmentId: Schema.optionalKey(Schema.String),
      size: Schema.optionalKey(Schema.Finite),
    }),
  ),
  // Nested parts, read one level at a time: the sender decides how deep they nest.
  parts: Schema.optionalKey(Schema.Array(Schema.Unknown)),
})
type Part = typeof Part.Type
const readPart = Schema.decodeUnknownOption(Part)

/** The separate body of a part: https://developers.google.com/workspace/gmail/api/reference/rest/v1/users.messages.attachments */
export const Attachment = Schema.Struct({ data: Schema.String })

/** A mail with all its parts. Large bodies are separate. */
export const Message = Schema.Struct({
  // Milliseconds since 1970 of its arrival: the date header is whatever the sender wrote.
  internalDate: Schema.optionalKey(Schema.String.check(Schema.isPattern(/^\d{1,14}$/))),
  payload: Schema.optionalKey(Part),
})

const maxDepth = 32

// A ticket mail has one HTML body; more than a few are not read.
const maxSeparate = 4
const largestSeparate = 5 * 1024 * 1024

type Body = NonNullable<Part["body"]>

const htmlBodies = (part: Part, depth = 0): ReadonlyArray<Body> => {
  const { body, mimeType = "", parts = [] } = part
  const html = mimeType.toLowerCase() === "text/html" && body !== undefined ? [body] : []
  if (depth === maxDepth) return html
  return [
    ...html,
    ...parts.flatMap((one) =>
      Option.match(readPart(one), { onNone: () => [], onSome: (inner) => htmlBodies(inner, depth + 1) }),
    ),
  ]
}

const textOf = (data: string): ReadonlyArray<string> =>
  Result.match(Base64Url.decodeString(data), { onFailure: () => [], onSuccess: (text) => [text] })

/** The ids of separate HTML bodies, limited in number and size. */
export const separateBodiesIn = ({ payload }: typeof Message.Type): ReadonlyArray<string> =>
  payload === undefined
    ? []
    : htmlBodies(payload)
        .flatMap(({ attachmentId, data = "", size = 0 }) =>
          data === "" && attachmentId !== undefined && size <= largestSeparate ? [attachmentId] : [],
        )
        .slice(0, maxSeparate)

const header = ({ headers = [] }: Part, wanted: string): string =>
  headers.find(({ name }) => name.toLowerCase() === wanted)?.value ?? ""

/** The raw data of an email with its `separate` bodies; undefined if it has no reservation of an event. */
export const rawDataOf = (
  { internalDate, payload }: typeof Message.Type,
  separate: ReadonlyArray<string>,
): RawData | undefined => {
  if (payload === undefined) return undefined
  const bodies = [...htmlBodies(payload).map(({ data = "" }) => data), ...separate]
  const reservations = bodies.flatMap(textOf).flatMap(reservationsIn)
  if (reservations.length === 0) return undefined
  return storableJson({
    subject: header(payload, "subject"),
    from: header(payload, "from"),
    date: internalDate === undefined ? "" : formatInstant(Number(internalDate)),
    reservations,
  })
}

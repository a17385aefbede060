import { WatchingStore } from "@daybook/watching"
import { assert } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { type Reply } from "../ask.ts"
import { multipartBody, type WrittenPart } from "../middleware/multipartBody.ts"
import { readAs } from "../replies.ts"
import { type ServerOptions, start, type TestServer } from "../testServer.ts"

export const path = "/v1/webhooks/media-server"

export const secret = "open-sesame-0123456789"

export const open = { webhookSecret: secret }

/** A store that does this with the records of a delivery. */
export const storing = (
  store: (stored: WatchingStore["Service"]["store"]) => WatchingStore["Service"]["store"],
): ServerOptions => ({
  ...open,
  storage: (ports) => {
    const watching = Context.get(ports, WatchingStore)
    return Context.add(ports, WatchingStore, { ...watching, store: store(watching.store) })
  },
})

/** The films and shows that the store knows. */
export const titlesOf = ({ watching }: TestServer) =>
  Effect.map(watching.titlesToDescribe(start, 10), (titles) =>
    titles.map(({ kind, name, year }) => ({ kind, name, year })),
  )

/** Sends a body with the right secret. */
export const post = (server: TestServer, type: string | undefined, body: string | Uint8Array) =>
  server.ask("POST", `${path}?secret=${secret}`, {
    body,
    headers: type === undefined ? {} : { "content-type": type },
  })

export const boundary = "------------------------0123456789abcdef"

export const plexType = `multipart/form-data; boundary=${boundary}`

export const postParts = (server: TestServer, parts: ReadonlyArray<WrittenPart>, end?: string) =>
  post(server, plexType, multipartBody(boundary, parts, end))

export const payloadOf = (payload: unknown): WrittenPart => ({
  name: "payload",
  content: JSON.stringify(payload),
})

/** A JPEG's beginning, and all that could be taken for the end of a part or of JSON. */
export const image = Buffer.concat([
  Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
  Buffer.from(`\r\n--\r\n----${boundary.slice(2, -1)}\r\n{}}"\0\r\n\r\n--${boundary}x\r\r\n--`),
  Buffer.from([0xff, 0xd9]),
])

export const thumb: WrittenPart = {
  head: 'Content-Disposition: form-data; name="thumb"; filename="thumb.jpg"\r\nContent-Type: image/jpeg\r\n',
  content: image,
}

const Answer = Schema.Struct({ success: Schema.Literal(true), message: Schema.NonEmptyString })

export const messageOf = (reply: Reply): string => {
  assert.strictEqual(reply.status, 200, reply.text)
  return readAs(Answer, reply).message
}

export const stored = 'Stored: "The Salt Road" (2019) was watched at 2026-07-14T03:33:20.000Z'

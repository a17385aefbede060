import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { jsonOf, type Question, type Reply } from "../ask.ts"
import { start, type TestServer } from "../testServer.ts"

export const root = "/apis/listenbrainz/1"

export const now = start / 1000

export const metadata = (track_name: string, more: object = {}) => ({
  artist_name: "Low",
  track_name,
  release_name: "Hey What",
  ...more,
})

export const listen = (track: string, listened_at: unknown = now - 600) => ({
  listened_at,
  track_metadata: metadata(track),
})

export const by = (key: string, more: Question = {}): Question => ({
  ...more,
  headers: { authorization: `Token ${key}`, ...more.headers },
})

export const submit = (server: TestServer, body: unknown, key = server.admin.key, query = "") =>
  server.ask("POST", `${root}/submit-listens${query}`, by(key, { body }))

export const read = (server: TestServer, path: string, key = server.read.key) =>
  server.ask("GET", `${root}/user/anna/${path}`, by(key))

export const assertOk = (reply: Reply) => {
  assert.strictEqual(reply.status, 200, reply.text)
  assert.deepStrictEqual(jsonOf(reply), { status: "ok" })
}

export const tracksOf = (server: TestServer) =>
  Effect.map(server.get("/v1/listening/recent?limit=100"), (reply) =>
    Schema.decodeUnknownSync(
      Schema.Struct({ data: Schema.Array(Schema.Struct({ track: Schema.Struct({ name: Schema.String }) })) }),
    )(jsonOf(reply)).data.map(({ track }) => track.name),
  )

export const single = (...payload: ReadonlyArray<unknown>) => ({ listen_type: "single", payload })

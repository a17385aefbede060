import { Client } from "@modelcontextprotocol/client"
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/client"
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { TestServer } from "./testServer.ts"

/** The official client, speaking the protocol of today or that of 2025. */
export const connect = (server: TestServer, key: string, mode: "legacy" | { readonly pin: string }) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const client = new Client({ name: "a test", version: "1" }, { versionNegotiation: { mode } })
      const transport = new StreamableHTTPClientTransport(new URL("/mcp", server.address), {
        requestInit: { headers: { authorization: `Bearer ${key}` } },
      })
      await client.connect(transport)
      return client
    }),
    (client) => Effect.promise(() => client.close()),
  )

const Content = Schema.Struct({
  notice: Schema.String,
  data: Schema.Unknown,
  more: Schema.optionalKey(Schema.String),
})

/** The response of a tool; its text is the JSON of its structured content. */
export const call = (client: Client, name: string, args: Record<string, unknown> = {}) =>
  Effect.map(
    Effect.promise(() => client.callTool({ name, arguments: args })),
    (result) => {
      const [first] = result.content
      const text = first?.type === "text" ? first.text : ""
      if (result.isError === true) return { refused: text, data: undefined, more: undefined, bytes: 0 }
      const content = Schema.decodeUnknownSync(Content)(result.structuredContent)
      assert.deepStrictEqual(JSON.parse(text), result.structuredContent)
      return { ...content, refused: undefined, bytes: Buffer.byteLength(JSON.stringify(result)) }
    },
  )

/** The protocol of today. */
export const newest = { pin: "2026-07-28" }

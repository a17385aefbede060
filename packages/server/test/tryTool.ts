import type { Client } from "@modelcontextprotocol/client"
import { assert } from "vitest"

/** Calls a tool, which must succeed in few bytes. */
export const tryTool = async (client: Client, name: string, args: Record<string, unknown>) => {
  const result = await client.callTool({ name, arguments: args })
  assert.notStrictEqual(result.isError, true, JSON.stringify(result.content))
  assert.isBelow(Buffer.byteLength(JSON.stringify(result)), 20_000, name)
  return result.structuredContent as { readonly data: unknown; readonly more?: string }
}

import { describeUnknownFile } from "@daybook/kernel"
import { assert, describe, it } from "vitest"

const reasonOf = (bytes: Uint8Array) => describeUnknownFile({ bytes, text: new TextDecoder().decode(bytes) })

describe("a file of no known format", () => {
  it("is said to be UTF-16 if a spreadsheet has written it so", () => {
    const table = Buffer.from("artist,album,track\n", "utf16le")
    const little = Buffer.concat([Buffer.from([0xff, 0xfe]), table])
    const big = Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(table).swap16()])
    for (const bytes of [little, big])
      assert.strictEqual(reasonOf(bytes), "it is text in UTF-16: save it as UTF-8, and import it again")
    assert.strictEqual(reasonOf(Buffer.from([0xff, 0xd8, 0xff, 0])), "unknown format")
  })
})

import { isStorableInstant } from "@daybook/kernel"
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { instantOf } from "../../src/instants.ts"

/** Returns the result of `read` with the machine's clocks in a zone. */
const inZone = <A>(zone: string, read: () => A): A => {
  const before = process.env["TZ"]
  process.env["TZ"] = zone
  try {
    return read()
  } finally {
    if (before === undefined) delete process.env["TZ"]
    else process.env["TZ"] = before
  }
}

describe("the moment of a text of a service", () => {
  const readable: ReadonlyArray<readonly [text: string, utc: string]> = [
    ["2026-07-01T09:00:00Z", "2026-07-01T09:00:00.000Z"],
    ["2026-07-01T09:00Z", "2026-07-01T09:00:00.000Z"],
    ["2026-07-01T09:00:00.500000+00:00", "2026-07-01T09:00:00.500Z"],
    ["2020-01-19T14:19:11-08:00", "2020-01-19T22:19:11.000Z"],
    ["2024-05-06 07:08:09+00:00", "2024-05-06T07:08:09.000Z"],
    ["2024-05-06 07:08:09", "2024-05-06T07:08:09.000Z"],
    [" 2024-05-06T07:08 ", "2024-05-06T07:08:00.000Z"],
    ["2024-05-06", "2024-05-06T00:00:00.000Z"],
  ]
  for (const zone of ["UTC", "America/Los_Angeles", "Pacific/Kiritimati"]) {
    it.each(readable)(`of %j is %s where the clocks show ${zone}`, (text, utc) => {
      assert.strictEqual(
        inZone(zone, () => instantOf(text)),
        Date.parse(utc),
      )
    })
  }

  const unreadable = [
    undefined,
    null,
    "",
    "soon",
    "7",
    "May 6, 2024",
    "2024-02-30T00:00:00Z",
    "2024-13-01T00:00:00Z",
    "2024-05-06T25:00:00Z",
    "0000-05-06T07:08:09Z",
    "9999-12-31T23:59:59Z",
    "+012024-05-06T07:08:09Z",
  ]
  it.each(unreadable)("of %j is undefined", (text) => {
    assert.isUndefined(instantOf(text))
  })

  it.prop("is storable or undefined for any text", [Schema.String], ([text]) => {
    const at = instantOf(text)
    assert.isTrue(at === undefined || isStorableInstant(at))
  })
})

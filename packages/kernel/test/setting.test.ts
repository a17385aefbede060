import * as Setting from "../src/setting.ts"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { assert, describe, it } from "vitest"

const valueOf = <A>(kind: Setting.Kind<A>, text: string) => Option.getOrUndefined(kind.parse(text))

describe("a setting's kind", () => {
  it("takes whole numbers within its bounds", () => {
    const kind = Setting.wholeNumber(1, 60, "a whole number from 1 to 60")
    assert.deepStrictEqual(
      ["1", "60", "0", "61", "1.5", "-1", "1e1", "0x10", "", " 7"].map((text) => valueOf(kind, text)),
      [1, 60, ...Array.from<undefined>({ length: 8 })],
    )
  })

  it("takes addresses of the web, and quotes none", () => {
    assert.strictEqual(valueOf(Setting.address, "https://a.example/b?c=d")?.href, "https://a.example/b?c=d")
    for (const text of ["a.example", "ftp://a.example", "https://"])
      assert.isUndefined(valueOf(Setting.address, text), text)
    assert.isTrue(Setting.address.isPrivate)
    assert.isTrue(Setting.orOff(Setting.address).isPrivate)
  })

  it("returns no value for off, and refuses other unreadable texts", () => {
    const kind = Setting.orOff(Setting.address)
    assert.deepStrictEqual(kind.parse("off"), Option.some(undefined))
    assert.deepStrictEqual(kind.parse("none"), Option.none())
    assert.strictEqual(kind.wanted, "an http or https address, or off")
  })

  it("hides secrets", () => {
    assert.deepStrictEqual(valueOf(Setting.secret, "s"), Redacted.make("s"))
    assert.isTrue(Setting.secret.isPrivate)
  })

  it("takes on and off", () => {
    assert.deepStrictEqual(
      ["on", "off", "yes", "ON", ""].map((text) => valueOf(Setting.onOrOff, text)),
      [true, false, undefined, undefined, undefined],
    )
  })
})

describe("the properties of a request", () => {
  const service = (...names: ReadonlyArray<string>) =>
    Setting.group("A service", {
      url: { name: "SERVICE_URL", kind: Setting.address, default: "http://a.example", meaning: "" },
      ...Object.fromEntries(
        names.map((name) => [name, { name, kind: Setting.text, needed: true as const, meaning: "" }]),
      ),
    })

  it("is listed in words", () => {
    assert.strictEqual(Setting.neededInWords(service("A")), "A")
    assert.strictEqual(Setting.neededInWords(service("A", "B")), "A and B")
    assert.strictEqual(
      Setting.neededInWords(service("A", "B", "C"), service("D", "E")),
      "A, B and C, or D and E",
    )
  })
})

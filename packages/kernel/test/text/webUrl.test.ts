import { refusedUrls } from "@daybook/kernel/contract"
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { appUrl, handUrl, handUrlOrNone, isWebUrl, maxUrlLength, webUrl } from "../../src/index.ts"

const isByHand = (schema: typeof handUrl, text: string) =>
  Result.isSuccess(Schema.decodeUnknownResult(schema)(text))

describe("a stored URL", () => {
  it("is the text of a URL of http or https", () => {
    for (const url of [
      "https://a.example",
      "http://a.example/b?c=d#e",
      "https://münchen.example/straße",
      "http://127.0.0.1:8000/",
    ]) {
      assert.strictEqual(webUrl(url), url)
    }
    assert.strictEqual(webUrl(" https://a.example/b\0.jpg\n"), "https://a.example/b.jpg")
    assert.strictEqual(webUrl("HTTPS://A.example/B"), "https://A.example/B")
    assert.strictEqual(webUrl(`https://a.example/${"x".repeat(maxUrlLength - 18)}`).length, maxUrlLength)
  })

  it("is empty for every other text", () => {
    for (const text of ["", " ", ...refusedUrls]) assert.strictEqual(webUrl(text), "", text.slice(0, 80))
  })

  it.prop("is http or https or empty for any text, and stays as it is", [Schema.String], ([text]) => {
    for (const given of [text, `https:${text}`, `https://${text}`, `\t${text}https://a.example`]) {
      const url = webUrl(given)
      assert.isTrue(url === "" || isWebUrl(url), JSON.stringify(given))
      assert.strictEqual(webUrl(url), url)
    }
  })

  it("is what the owner may send", () => {
    for (const text of refusedUrls) {
      assert.isFalse(isByHand(handUrl, text), text.slice(0, 80))
      assert.isFalse(isByHand(handUrlOrNone, text), text.slice(0, 80))
    }
    for (const schema of [handUrl, handUrlOrNone]) assert.isTrue(isByHand(schema, "https://a.example/b"))
    assert.deepStrictEqual([isByHand(handUrl, ""), isByHand(handUrlOrNone, "")], [false, true])
  })
})

describe("a URL that opens an app", () => {
  it("has a scheme that no browser runs itself", () => {
    for (const url of ["reader:///read/1", "app.reader://1", "https://a.example/1"])
      assert.strictEqual(appUrl(url), url)
    const others = refusedUrls.filter((text) => !text.startsWith("ftp:"))
    for (const text of others) assert.strictEqual(appUrl(text), "", text.slice(0, 80))
  })
})

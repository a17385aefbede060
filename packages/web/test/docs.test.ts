import { assert, describe, inject } from "vitest"
import { it, keys } from "./browser.ts"

describe("the documentation at /docs", () => {
  it("sends a request with the key that is typed in, and shows its answer", async ({ person }) => {
    const one = await person()
    const page = await one.context.newPage()
    const answer = page.waitForResponse(
      ({ status, url }) => url().includes("/v1/listening/top/albums?") && status() === 200,
    )
    await page.goto(`${inject("daybookUrl")}/docs#tag/listening/GET/v1/listening/top/albums`)
    await page.getByPlaceholder("Token").first().fill(keys.read)
    await page.getByRole("button", { name: /^Test Request.*\/top\/albums\)$/ }).click()
    await page.getByRole("button", { name: /^Send get request/ }).click()
    const sent = (await answer).request()
    assert.strictEqual(await sent.headerValue("authorization"), `Bearer ${keys.read}`)
    await page.getByText("200 OK").waitFor()

    const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
    assert.notInclude(kept, keys.read)
    assert.notInclude(await page.content(), "9007199254740991")
  })
})

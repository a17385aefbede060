import { assert, describe, inject } from "vitest"
import { it, keys } from "./browser.ts"

describe("the documentation at /docs", () => {
  it("sends a request with the key that is typed in, and shows its response", async ({ person }) => {
    const one = await person()
    const page = await one.context.newPage()
    await page.goto(`${inject("daybookUrl")}/docs#tag/sources/GET/v1/admin/sources`)
    await page.getByPlaceholder("Token").first().fill(keys.admin)
    await page.getByRole("button", { name: /^Test Request.*\/v1\/admin\/sources\)$/ }).click()
    const send = page.getByRole("button", { name: /^Send get request/ })
    await send.waitFor()
    const [answer] = await Promise.all([page.waitForResponse("**/v1/admin/sources*"), send.click()])
    assert.strictEqual(await answer.request().headerValue("authorization"), `Bearer ${keys.admin}`)
    await page.getByText("200 OK").waitFor()

    const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
    assert.notInclude(kept, keys.admin)
    assert.notInclude(await page.content(), "9007199254740991")
  })
})

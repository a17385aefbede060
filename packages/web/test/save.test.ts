import { assert, describe } from "vitest"
import { assertAccessible, it, keys } from "./browser.ts"

describe("saving a page", () => {
  it("takes what an app shares, saves after a click, and once", async ({ openPage }) => {
    const shared = encodeURIComponent("Read this: https://elsewhere.example/sorrel")
    const page = await openPage(`/save?title=Sorrel&text=${shared}`, { key: keys.admin })
    assert.strictEqual(
      await page.getByLabel("URL", { exact: true }).inputValue(),
      "https://elsewhere.example/sorrel",
    )
    await assertAccessible(page)
    await page.getByRole("button", { name: "Save" }).click()
    await page.getByText("Saved.").waitFor()
    await page.getByRole("button", { name: "Save" }).click()
    await page.getByRole("link", { name: "Show it" }).click()
    await page.getByRole("heading", { level: 1, name: "Sorrel" }).waitFor()
  })

  it("needs a key that may", async ({ openPage }) => {
    const page = await openPage("/save?url=https://elsewhere.example/sorrel")
    await page.getByText("You need an admin key for this.").waitFor()
  })
})

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

  it("is offered to other apps once the page is installed, with Daybook's icon", async ({ person }) => {
    const one = await person()
    const page = await one.open("/")
    const address = await page.locator('link[rel="manifest"]').evaluate((link: HTMLLinkElement) => link.href)
    const { icons, share_target: target } = (await (await one.get(address)).json()) as {
      readonly icons: ReadonlyArray<{ readonly src: string; readonly type: string }>
      readonly share_target: { readonly action: string; readonly method: string; readonly params: object }
    }
    assert.deepStrictEqual(target, {
      action: "save",
      method: "GET",
      params: { title: "title", text: "text", url: "url" },
    })
    for (const { src, type } of icons) {
      const icon = await one.get(new URL(src, address).href)
      assert.strictEqual(icon.headers()["content-type"]?.split(";")[0], type)
    }
  })

  it("needs a key that may", async ({ openPage }) => {
    const page = await openPage("/save?url=https://elsewhere.example/sorrel")
    await page.getByText("You need an admin key for this.").waitFor()
  })
})

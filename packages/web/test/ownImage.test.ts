import { join } from "node:path"
import { assert, describe } from "vitest"
import { assertUsable, it, keys, settled } from "./browser.ts"
import { root } from "./server.ts"

const icon = join(root, "packages/web/public/icon-192.png")

interface Album {
  readonly id: number
  readonly image?: { readonly url: string }
}

describe("an image of one's own", () => {
  it("replaces what is shown of an album", async ({ person }) => {
    const one = await person()
    await one.signIn(keys.admin)
    const { data } = await one.read<{ readonly data: ReadonlyArray<Album> }>("/v1/listening/albums?limit=1")
    const id = data[0]?.id ?? 0
    const page = await one.open(`/listening/albums/${id}`)
    await page.getByRole("button", { name: /^Edit/ }).first().click()
    await page.getByLabel("Image from a file").setInputFiles({
      name: "not-an-image.png",
      mimeType: "image/png",
      buffer: Buffer.from("words"),
    })
    await page.getByText("The body is not an image").waitFor()
    const { promise: looked, resolve: goOn } = Promise.withResolvers<void>()
    await page.route("**/v1/admin/images", (route) => looked.then(() => route.continue()))
    await page.getByLabel("Image from a file").setInputFiles(icon)
    await page.getByRole("button", { name: "Save" }).click()
    // It is not saved without the image that is still on its way.
    await page.locator("[name=image_url]:invalid").waitFor()
    goOn()
    await page.getByText("Save to use this image.").waitFor()
    await page.getByRole("button", { name: "Save" }).click()
    await page.locator("dialog").waitFor({ state: "detached" })
    await settled(page)
    const { image } = await one.read<Album>(`/v1/listening/albums/${id}`)
    assert.match(image?.url ?? "", /^\/v1\/images\/[0-9a-f]{64}\/large$/)
    const shown = await one.get(one.url + image?.url)
    assert.strictEqual(shown.headers()["content-type"], "image/webp")
    await page
      .locator(`img[src*="/v1/images/${image?.url.split("/")[3]}"]`)
      .first()
      .waitFor()

    // It goes back to the image that was found, or to the printed one.
    await page.getByRole("button", { name: /^Edit/ }).first().click()
    await page.getByText("The image now.").waitFor()
    await assertUsable(page)
    await page.getByLabel("Back to the image that was found").check()
    await page.getByRole("button", { name: "Save" }).click()
    await page.locator("dialog").waitFor({ state: "detached" })
    await settled(page)
    assert.isUndefined((await one.read<Album>(`/v1/listening/albums/${id}`)).image)
  })

  it("is a portrait of an artist, a cover of a book, and on the stub of an event", async ({ person }) => {
    const one = await person()
    await one.signIn(keys.admin)
    for (const path of ["/listening/artists", "/reading/books", "/attending/recent"]) {
      const { data } = await one.read<{ readonly data: ReadonlyArray<Album> }>(`/v1${path}?limit=1`)
      const item = `${path.replace("recent", "events")}/${data[0]?.id ?? 0}`
      const page = await one.open(item)
      await page.getByRole("button", { name: /^Edit/ }).first().click()
      await page.getByLabel("Image from a file").setInputFiles(icon)
      await page.getByText("Save to use this image.").waitFor()
      await page.getByRole("button", { name: "Save" }).click()
      await page.locator("dialog").waitFor({ state: "detached" })
      await settled(page)
      const { image } = await one.read<Album>(`/v1${item}`)
      await page
        .locator(`img[src*="/v1/images/${image?.url.split("/")[3]}"]`)
        .first()
        .waitFor()
      await page.close()
    }

    // What is added next has none yet.
    const page = await one.open("/settings/add?type=record&artist=Ida+Quarry&title=Salt")
    await page.route("**/v1/admin/collecting/record", (route) => route.fulfill({ json: { id: 1 } }))
    await page.getByLabel("Image from a file").setInputFiles(icon)
    await page.getByText("Save to use this image.").waitFor()
    await page.getByRole("button", { name: "Add", exact: true }).click()
    await page.getByRole("link", { name: "Show it" }).waitFor()
    await page.getByText("Save to use this image.").waitFor({ state: "detached" })
  })
})

import { createHash } from "node:crypto"
import { assert, describe, inject } from "vitest"
import { assertAccessible, assertUsable, it, keys, type Person, settled } from "../browser.ts"

// Another host than 127.0.0.1 is another site to a browser, which keeps strict cookies to itself there.
const site = inject("siteUrl").replace("127.0.0.1", "localhost")
const callback = `${site}/callback`

/** The address at which a client asks, as it registered. */
const askedAt = async ({ url }: Person): Promise<string> => {
  const registered = await fetch(`${url}/oauth/register`, {
    method: "POST",
    body: JSON.stringify({ client_name: "Lantern <b>&", redirect_uris: [callback] }),
  })
  const { client_id: id } = (await registered.json()) as { client_id: string }
  return `${url}/oauth/authorize?${new URLSearchParams({
    response_type: "code",
    client_id: id,
    redirect_uri: callback,
    code_challenge: createHash("sha256").update("v".repeat(43)).digest("base64url"),
    code_challenge_method: "S256",
    state: "a state",
  })}`
}

/** Follows a link on the client's site. */
const comeFromClient = async (person: Person, address: string) => {
  const page = await person.context.newPage()
  await page.goto(site)
  await page.evaluate((to) => {
    location.href = to
  }, address)
  await page.waitForURL(/daybook_again=1/)
  await page.locator("form").waitFor()
  return page
}

/** The requests to the client, which are no problem here. */
const forget = (person: Person) => {
  const others = person.problems.filter((problem) => !problem.startsWith(`asked ${site}`))
  person.problems.splice(0, person.problems.length, ...others)
}

describe("the consent page", () => {
  it("signs in who comes from a client's site, asks them, and returns with a code", async ({ person }) => {
    const one = await person()
    const page = await comeFromClient(one, await askedAt(one))
    await assertAccessible(page)
    await page.getByLabel("Admin key").fill(keys.read)
    await page.getByRole("button", { name: "Sign in" }).click()
    await page.getByRole("alert").waitFor()
    await page.getByLabel("Admin key").fill(keys.admin)
    await page.getByRole("button", { name: "Sign in" }).click()
    await page.getByRole("heading", { name: "Connect Lantern <b>&?" }).waitFor()
    assert.isTrue(await page.getByText(new URL(site).host).isVisible())
    await page.getByLabel("Only these").check()
    await assertUsable(page)
    await page.getByRole("button", { name: "Connect" }).click()
    await page.getByText("Choose what it may read.").waitFor()
    await page.getByLabel("Only these").check()
    await page.getByLabel("Running").check()
    await page.getByRole("button", { name: "Connect" }).click()
    await page.waitForURL(`${callback}?**`)
    const back = new URL(page.url()).searchParams
    assert.match(back.get("code") ?? "", /^dbk_code_/)
    assert.deepStrictEqual([back.get("state"), back.get("iss")], ["a state", one.url])
    forget(one)
  })

  it("knows who is signed in although they come from another site, and lets them refuse", async ({
    person,
  }) => {
    const one = await person()
    await one.signIn(keys.admin)
    const page = await comeFromClient(one, await askedAt(one))
    await page.getByRole("button", { name: "Cancel" }).click()
    await page.waitForURL(`${callback}?**`)
    assert.strictEqual(new URL(page.url()).searchParams.get("error"), "access_denied")
    forget(one)
  })
})

describe("the settings of assistants", () => {
  it("list a connected assistant, and end it", async ({ person }) => {
    const one = await person()
    await one.signIn(keys.admin)
    const address = await askedAt(one)
    const page = await comeFromClient(one, address)
    await page.getByRole("button", { name: "Connect" }).click()
    await page.waitForURL(`${callback}?**`)
    const exchanged = await fetch(`${one.url}/oauth/token`, {
      method: "POST",
      body: new URLSearchParams({
        grant_type: "authorization_code",
        client_id: new URL(address).searchParams.get("client_id") ?? "",
        code: new URL(page.url()).searchParams.get("code") ?? "",
        code_verifier: "v".repeat(43),
      }),
    })
    assert.strictEqual(exchanged.status, 200)
    forget(one)
    const settings = await one.open("/settings/assistants")
    const line = settings.getByRole("listitem").filter({ hasText: "Lantern <b>&" })
    await line.getByText("Reads everything").waitFor()
    await assertUsable(settings)
    await line.getByRole("button", { name: "Disconnect" }).click()
    await settings.getByRole("dialog").getByRole("button", { name: "Disconnect" }).click()
    await line.waitFor({ state: "detached" })
    await settled(settings)
    await assertUsable(settings)
  })
})

import { afterAll, assert, describe } from "vitest"
import { type DaybookServer, it, planted, storeNames } from "../test/daybook.ts"
import { bodyOf, framed } from "./bodies.ts"
import { routeOf } from "./definition.ts"
import { Counts, peakMemory, say, table } from "./figures.ts"
import { domains, History, kept } from "./history.ts"
import { rawForms } from "./raw.ts"
import { authorizationOf, type Made, requests, targetOf, workspace } from "./requests.ts"
import { errorInForm, holds, showsNothing } from "./rules.ts"
import { seed, storm } from "./storm.ts"
import { converse } from "./wire.ts"

/** Past this a server holds what it should have let go. */
const mostMemory = { memory: 1_024, postgres: 1_024, pglite: 1_536 } as const

const answers = new Counts()
const lines: Array<ReadonlyArray<string | number>> = []

afterAll(() => {
  say(table(`Requests (seed ${seed})`, ["route and class of status", "answers"], answers.rows))
  say(table("Servers", ["store", "requests", "longest answer, ms", "peak memory, MiB"], lines))
})

let callers = 0

/** A made-up request, sent; gives how long its answer took. */
const send = async (urls: Record<Made["route"]["api"], string>, made: Made): Promise<number> => {
  const { api } = made.route
  const target = targetOf(made)
  const body = bodyOf(made)
  const { cut, header, pieces } =
    body === undefined ? { cut: false, header: "", pieces: [] } : framed(body.bytes, made.framing)
  callers += 1
  const head = [
    `${made.method} ${target} HTTP/1.1`,
    // Each keyless caller has a limit of its own.
    `X-Forwarded-For: 10.${(callers >> 16) & 255}.${(callers >> 8) & 255}.${callers & 255}`,
    ...(made.header.some(([name]) => name === "Host") ? [] : ["Host: daybook.example"]),
    ...authorizationOf(made),
    ...(body === undefined ? [] : [header, `Content-Type: ${body.type}`]),
    ...made.header.map(([name, value]) => `${name}: ${value}`),
  ].join("\r\n")
  const began = performance.now()
  const { replies, rest } = await converse(urls[api], [`${head}\r\n\r\n`, ...pieces], {
    answers: 1,
    bodiless: made.method === "HEAD",
    end: cut,
  })
  const took = performance.now() - began
  const [reply] = replies
  const asked = `${head.slice(0, 500)}\n\n${body?.bytes.toString().slice(0, 500) ?? ""}\n`
  if (reply === undefined) {
    // Who has left before the end of a body may be left alone.
    if (cut && rest === "") return took
    throw new Error(`${asked}: no whole answer within ${Math.round(took)} ms: ${rest.slice(0, 500)}`)
  }
  const route = routeOf(api, made.method, target)
  answers.add(
    `${api} ${route === undefined ? "(no route)" : `${route.method} ${route.path}`} ${Math.floor(reply.status / 100)}xx`,
  )
  try {
    holds(api, route, made.method, reply)
  } catch (error) {
    throw new Error(`${asked}\n${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
  return took
}

/** Bytes that are no request, or more than one: each is answered as it may be, and nothing smuggled is heard. */
const sendRaw = async (url: string, api: Made["route"]["api"]): Promise<void> => {
  const wrong: Array<string> = []
  for (const { answers: wanted, bytes, least = wanted.length, name } of rawForms) {
    const path = `/v1/${workspace}/live/profiles/properties/set-once`
    const sent =
      api === "notify"
        ? bytes.replaceAll("/v1/admin/keys", path).replaceAll(planted.adminKey, planted.notifyKey)
        : bytes
    // Half the bytes on their own: a parser may not count on whole lines.
    const pieces = [sent.slice(0, sent.length / 2), sent.slice(sent.length / 2)]
    const { replies, rest } = await converse(url, pieces, { patience: 30_000 })
    if (
      rest !== "" ||
      replies.length < least ||
      replies.length > wanted.length ||
      !replies.every(({ status }, index) => wanted[index]?.includes(status))
    ) {
      wrong.push(
        `${name} gave ${replies.map(({ body, status }) => `${status} ${body.slice(0, 100)}`).join(", ")}${rest}`,
      )
    }
    for (const reply of replies) {
      showsNothing(reply)
      if (reply.status >= 400) errorInForm(api, reply)
      answers.add(`${api} (raw bytes) ${Math.floor(reply.status / 100)}xx`)
    }
  }
  assert.deepStrictEqual(wrong, [], `at the ${api} API`)
}

/** Undoes what requests that fit have done: filters hide what is asked for afterwards. */
const withdrawFilters = async ({ admin }: DaybookServer): Promise<void> => {
  for (;;) {
    const { body } = await admin.get("/v1/listening/admin/filters?limit=100")
    const filters = (body as { data: ReadonlyArray<{ id: number }> }).data
    if (filters.length === 0) return
    for (const { id } of filters) await admin.ask("DELETE", `/v1/listening/admin/filters/${id}`)
  }
}

describe("a server in a storm of requests", () => {
  it.for(storeNames)("keeps its rules and its promises on %s", async (store, { daybook, onTestFinished }) => {
    const history = new History()
    onTestFinished(() => history.close())
    const server = await daybook.start({
      ...daybook.stores[store](),
      ...(await history.settings()),
      NOTIFY_WORKSPACE: workspace,
      NOTIFY_KEY: planted.notifyKey,
      MEDIA_SERVER_WEBHOOK_SECRET: planted.webhookSecret,
      RATE_LIMIT: "1000000000",
      TRUSTED_PROXIES: "127.0.0.1",
      ALLOWED_ORIGINS: "https://page.example",
    })
    const notify = await server.notify(planted.notifyKey)
    for (const domain of domains) assert.strictEqual((await server.admin.sync(domain))?.status, 200, domain)
    const before = await kept(server)
    const urls = { activity: server.url, notify: notify.url }

    await sendRaw(server.url, "activity")
    await sendRaw(notify.url, "notify")
    let longest = 0
    const sent = await storm(
      requests,
      async (made) => {
        longest = Math.max(longest, await send(urls, made))
        assert.isTrue(server.running, "the server lives")
      },
      { concurrency: 8, runs: 200 },
    )

    assert.strictEqual((await server.client().get("/v1/health")).status, 200)
    assert.strictEqual((await server.client().get("/v1/health/ready")).status, 200)
    assert.strictEqual((await notify.get("/v1/health")).status, 200)
    await withdrawFilters(server)
    assert.deepStrictEqual(await kept(server), before)
    // What the client never saw, since it had left, is told by the log.
    const defects = server.stdout.split("\n").filter((line) => line.includes("a request failed"))
    assert.deepStrictEqual(defects.slice(0, 3), [])
    assert.strictEqual(server.stderr, "")
    const peak = peakMemory(server.pid)
    lines.push([store, sent, Math.round(longest), peak ?? "unknown"])
    if (peak !== undefined) assert.isBelow(peak, mostMemory[store])
  })
})

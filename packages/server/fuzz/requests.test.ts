import { afterAll, assert, describe } from "vitest"
import { type Daybooks, type Daybook, it, planted, storeNames } from "../test/daybook.ts"
import { bodyOf, framed } from "./bodies.ts"
import { originForm, routeOf } from "./definition.ts"
import { Figures, peakMemory, say, table } from "./figures.ts"
import { everyDomain } from "../src/domains/index.ts"
import { syncsOf } from "../src/syncs/syncs.ts"
import { History, kept } from "./history.ts"
import { doing, withinLimit } from "./limit.ts"
import { rawForms } from "./raw.ts"
import { authorizationOf, type Made, requests, targetOf, workspace } from "./requests.ts"
import { errorInForm, holds, refusesUnfit, saysItsType, showsNothing } from "./rules.ts"
import { holdShares } from "./shares.ts"
import { seed, storm } from "./storm.ts"
import { converse } from "./wire.ts"

/** The bound of a server's memory in MiB; more means a leak. */
const maxMemory = { sqlite: 1_024, postgres: 1_024 } as const

const stores = new Map<string, Figures>()

afterAll(() => say(table(`requests (seed ${seed})`, stores)))

const classOf = (status: number): string => `answered ${Math.floor(status / 100)}xx`

let callers = 0

/** Sends a generated request and checks its response by the rules. */
const send = async (
  urls: Record<Made["route"]["api"], string>,
  made: Made,
  figures: Figures,
): Promise<void> => {
  const { api } = made.route
  const target = targetOf(made)
  const body = bodyOf(made)
  const { cut, header, pieces } =
    body === undefined ? { cut: false, header: "", pieces: [] } : framed(body.bytes, made.framing)
  callers += 1
  const head = [
    `${made.method} ${target} HTTP/1.1`,
    // Each keyless caller has its own limit.
    `X-Forwarded-For: 10.${(callers >> 16) & 255}.${(callers >> 8) & 255}.${callers & 255}`,
    ...(made.header.some(([name]) => name === "Host") ? [] : ["Host: daybook.example"]),
    ...authorizationOf(made),
    ...(body === undefined ? [] : [header, `Content-Type: ${body.type}`]),
    ...made.header.map(([name, value]) => `${name}: ${value}`),
  ].join("\r\n")
  const began = performance.now()
  const { replies, rest } = await doing(head.slice(0, 500), () =>
    converse(urls[api], [`${head}\r\n\r\n`, ...pieces], {
      answers: 1,
      bodiless: made.method === "HEAD",
      end: cut,
    }),
  )
  const took = performance.now() - began
  const [reply] = replies
  const asked = `${head.slice(0, 500)}\n\n${body?.bytes.toString().slice(0, 500) ?? ""}\n`
  if (reply === undefined) {
    // A client that left before the end of its body need not get a response.
    if (cut && rest === "") return figures.add("cut, and left alone")
    throw new Error(`${asked}: no whole answer within ${Math.round(took)} ms: ${rest.slice(0, 500)}`)
  }
  // The page is at the root, without a definition.
  if (/^\/(\?|$)/.test(originForm(target))) return figures.add("the root")
  const route = routeOf(api, made.method, target)
  figures.add(classOf(reply.status))
  figures.most("longest answer, ms", took)
  try {
    holds(api, route, made.method, reply)
    refusesUnfit(
      target,
      made.header.flatMap(([name, value]) => (name === "Host" ? [value] : [])),
      reply,
    )
  } catch (error) {
    throw new Error(`${asked}\n${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
}

/** Sends bytes that are no request, or more than one: the responses must be allowed, and no smuggled request be run. */
const sendRaw = async (url: string, api: Made["route"]["api"], figures: Figures): Promise<void> => {
  const wrong: Array<string> = []
  for (const { answers: wanted, bytes, least = wanted.length, name } of rawForms) {
    const path = `/v1/${workspace}/live/profiles/properties/set-once`
    const sent =
      api === "notify"
        ? bytes.replaceAll("/v1/admin/keys", path).replaceAll(planted.adminKey, planted.notifyKey)
        : bytes
    // The bytes go in two halves: a parser must not rely on whole lines.
    const pieces = [sent.slice(0, sent.length / 2), sent.slice(sent.length / 2)]
    const { replies, rest } = await doing(name, () => converse(url, pieces))
    figures.add("raw bytes")
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
      saysItsType(reply)
      if (reply.status >= 400) errorInForm(api, reply)
      figures.add(classOf(reply.status))
    }
  }
  assert.deepStrictEqual(wrong, [], `at the ${api} API`)
}

/** Undoes the effects of valid requests: filters would hide what is stored, and edits would change it. */
const withdrawAll = async ({ admin }: Daybook, list: string): Promise<void> => {
  for (;;) {
    const { body } = await admin.get(`${list}?limit=100`)
    const rows = (body as { data: ReadonlyArray<{ id: number }> }).data
    if (rows.length === 0) return
    for (const { id } of rows) await admin.ask("DELETE", `${list}/${id}`)
  }
}

const hold = async (
  store: (typeof storeNames)[number],
  daybook: Daybooks,
  history: History,
  figures: Figures,
): Promise<void> => {
  const settings = await history.settings()
  const server = await doing("the start", () =>
    daybook.startProcess({
      ...daybook.stores[store](),
      ...settings,
      NOTIFY_WORKSPACE: workspace,
      NOTIFY_KEY: planted.notifyKey,
      MEDIA_SERVER_WEBHOOK_SECRET: planted.webhookSecret,
      RATE_LIMIT: "1000000000",
      TRUSTED_PROXIES: "127.0.0.1",
      ALLOWED_ORIGINS: "https://page.example",
    }),
  )
  const notify = await server.notify(planted.notifyKey)
  for (const domain of syncsOf(everyDomain).keys()) {
    const synced = await doing(`the first sync of ${domain}`, () => server.admin.sync(domain))
    assert.strictEqual(synced?.status, 200, domain)
  }
  const before = await kept(server)
  const urls = { activity: server.url, notify: notify.url }

  await sendRaw(server.url, "activity", figures)
  await sendRaw(notify.url, "notify", figures)
  figures.add("targets of shares", await holdShares(server, figures))
  const sent = await storm(
    "requests",
    [requests],
    async (made) => {
      await send(urls, made, figures)
      assert.isTrue(server.running, "the server lives")
    },
    { concurrency: 8, part: 0.8, runs: 200 },
  )
  figures.add("requests", sent)

  await doing("the requests at the end", async () => {
    assert.strictEqual((await server.client().get("/v1/health")).status, 200)
    assert.strictEqual((await server.client().get("/v1/health/ready")).status, 200)
    assert.strictEqual((await notify.get("/v1/health")).status, 200)
    await withdrawAll(server, "/v1/listening/admin/filters")
    await withdrawAll(server, "/v1/admin/edits")
    assert.deepStrictEqual(await kept(server), before)
  })
  // The log shows failures that a client missed because it had left.
  const defects = server.stdout.split("\n").filter((line) => line.includes("a request failed"))
  assert.deepStrictEqual(defects.slice(0, 3), [])
  assert.strictEqual(server.stderr, "")
  const peak = peakMemory(server.pid)
  if (peak === undefined) return
  figures.most("peak memory, MiB", peak)
  assert.isBelow(peak, maxMemory[store])
}

describe("a server in a storm of requests", () => {
  it.for(storeNames)("keeps its rules and its promises on %s", async (store, { daybook, onTestFinished }) => {
    const history = new History()
    onTestFinished(() => history.close())
    const figures = new Figures([
      "requests",
      "raw bytes",
      "targets of shares",
      ...[2, 3, 4, 5].map((one) => classOf(one * 100)),
    ])
    stores.set(store, figures)
    await withinLimit(store, () => hold(store, daybook, history, figures))
  })
})

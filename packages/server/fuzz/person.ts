import { assert } from "vitest"
import type { Daybook } from "../test/daybook.ts"
import { type Case, type Malformed, services } from "./cases.ts"
import type { Figures } from "./figures.ts"
import { doing } from "./limit.ts"
import { type Change, pathsIn, writeChanged } from "./mutation.ts"
import { showsNothing } from "./rules.ts"
import { type Answering, type Beside, firstNumber, type Row, type Service } from "./service.ts"
import type { FrameChange, Upstreams } from "./standIn.ts"

type InvalidInboxRow = Row & { readonly field: string }

/** The rows of a case, and its description. */
interface Told {
  readonly good: ReadonlyArray<Row>
  readonly unfit: ReadonlyArray<InvalidInboxRow>
  readonly told: string
}

interface Run {
  readonly domain: string
  readonly items_synced: number
  readonly set_aside: number
}

/** The last sync of a domain on record; those of others may have come since. */
const lastRun = async ({ admin }: Daybook, domain: string): Promise<Run> => {
  for (let page = 1; page <= 20; page++) {
    const { body } = await admin.get(`/v1/admin/sync?limit=100&page=${page}`)
    const found = (body as { data: ReadonlyArray<Run> }).data.find((run) => run.domain === domain)
    if (found !== undefined) return found
  }
  throw new Error(`${domain} has no sync on record`)
}

/** True for a row that must be read. */
const isOurs = ({ decides }: Service, { field }: InvalidInboxRow): boolean =>
  !decides.some((one) => field === one || field.startsWith(`${one}.`))

const sourceVersions = (change: Change | undefined): string =>
  change === undefined ? "" : change.how === "value" ? change.value.slice(0, 300) : change.how

/** The owner's services, read by one server; a case after the other, each with rows of its own. */
export class Person {
  readonly #server: Daybook
  readonly #upstreams: Upstreams
  #numbers = firstNumber
  readonly #began = Math.floor(Date.now() / 1000) * 1000 - 5 * 86_400_000
  /** The stored form of a good row of each service, when no other row comes with it. */
  readonly #looks = new Map<Service, string>()
  readonly #figures: Figures
  /** How many cases each service had. */
  readonly cases = new Map<string, number>()

  constructor(server: Daybook, upstreams: Upstreams, figures: Figures) {
    this.#server = server
    this.#upstreams = upstreams
    this.#figures = figures
  }

  #row(service: Service, unfit?: Malformed): InvalidInboxRow {
    const n = ++this.#numbers
    const at = this.#began + (n - firstNumber) * 2_000
    const fields = service.row(n, at)
    const paths = pathsIn(fields)
    const path = paths[(unfit?.field ?? 0) % paths.length] ?? []
    const text = writeChanged(fields, unfit === undefined ? [] : [{ path, change: unfit }])
    return { n, at, text, field: path.join(".") }
  }

  async #sync(domain: Service["domain"]) {
    const began = performance.now()
    const answer = await doing(`a sync of ${domain}`, () =>
      this.#server.admin.ask("POST", `/v1/admin/sync/${domain}`),
    )
    this.#figures.most("longest sync, ms", performance.now() - began)
    const body = JSON.stringify(answer.body)
    showsNothing({ status: answer.status, headers: {}, body })
    return { status: answer.status, body }
  }

  #says(service: Answering, rows: ReadonlyArray<Row>, changed?: FrameChange): void {
    this.#upstreams.say(service, rows, changed)
  }

  /** Checks that every good row is stored, in the same form as without the others. */
  async #holds(service: Service, good: ReadonlyArray<Row>, told: string, alike = true): Promise<void> {
    if (service.shown === undefined) return
    const shown = await service.shown(this.#server, good)
    for (const { n } of good) {
      const item = shown.get(n)
      assert.isDefined(item, `${told}: the good row ${n} is not stored`)
      if (!alike) continue
      const looks = this.#looks.get(service) ?? item
      this.#looks.set(service, looks)
      assert.strictEqual(item, looks, `${told}: a good row is stored with something lost`)
    }
  }

  /** Reads each good row in its own file, to learn its stored form. */
  async begin(service: Service): Promise<void> {
    const rows = [this.#row(service), this.#row(service)]
    this.#says(service, rows)
    const { body, status } = await this.#sync(service.domain)
    assert.strictEqual(status, 200, `${service.name}: ${body}`)
    await this.#holds(service, rows, service.name)
  }

  readonly read = async (one: Case): Promise<void> => {
    const { beside, frame, malformed, service } = one
    for (const other of services) if (other.domain === service.domain) this.#says(other, [])
    const good = [this.#row(service)]
    const made = malformed.map((one) => {
      const row = { ...this.#row(service, one), change: one }
      good.push(this.#row(service))
      return row
    })
    // Rows that may rightly be skipped come alone: among others they could hide a lost one.
    const ours = made.filter((row) => isOurs(service, row))
    const unfit = ours.length > 0 ? ours : made
    const around = beside ?? frame
    const told = [
      `${service.name}:`,
      ...unfit.map(({ change, field }) => `${field} ${sourceVersions(change)}`),
      ...(around === undefined
        ? []
        : [`${beside?.service.name ?? "frame"} at ${around.at} ${sourceVersions(around)}`]),
    ].join("\n  ")
    if (frame === undefined) {
      // Removing the rows that are no longer listed counts as change, so it is over before the rows of this case are counted.
      this.#says(service, [])
      const settled = await this.#sync(service.domain)
      assert.strictEqual(settled.status, 200, `${service.name} lists nothing: ${settled.body}`)
    }
    this.#says(service, [...good, ...unfit], frame)
    const { name } = beside?.service ?? service
    this.cases.set(name, (this.cases.get(name) ?? 0) + 1)
    this.#figures.add("cases")
    this.#figures.add("malformed rows", unfit.length)
    if (around !== undefined) this.#figures.add("malformed answers")
    await doing(told, () => this.#holdsFor(one, { good, unfit, told }))
  }

  async #holdsFor({ beside, frame, service }: Case, { good, told, unfit }: Told): Promise<void> {
    if (beside !== undefined) this.#says(beside.service, [], beside)
    const first = await this.#sync(service.domain)
    if (frame === undefined) {
      assert.strictEqual(first.status, 200, `${told}: ${first.body}`)
      await this.#counts(service, good, unfit, told)
      await this.#holds(service, good, told, beside === undefined)
    } else if (first.status !== 200) {
      assert.strictEqual(first.status, 500, `${told}: ${first.body}`)
      assert.include(first.body, service.title, `${told}: the answer does not name the service`)
    }
    if (beside !== undefined) {
      await this.#use(beside.service, true, told)
      this.#says(beside.service, [])
      await this.#use(beside.service, false, `${told}, then good`)
    }
    await this.#goesOn(service, good, unfit, told)
  }

  /** Checks that every row is stored or set aside. */
  async #counts(
    service: Service,
    good: ReadonlyArray<Row>,
    unfit: ReadonlyArray<InvalidInboxRow>,
    told: string,
  ): Promise<void> {
    const { items_synced, set_aside } = await lastRun(this.#server, service.domain)
    this.#figures.add("rows set aside", set_aside)
    assert.isAtLeast(
      items_synced + set_aside,
      good.length + unfit.filter((one) => isOurs(service, one)).length,
      `${told}: a row is neither stored nor set aside`,
    )
  }

  async #use({ use }: Beside, isMalformed: boolean, told: string): Promise<void> {
    await use?.(this.#server, isMalformed).catch((error: unknown) => {
      throw new Error(`${told}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
    })
  }

  /** Checks that the next sync works, finds new rows, and stores nothing twice. */
  async #goesOn(
    service: Service,
    good: ReadonlyArray<Row>,
    unfit: ReadonlyArray<Row>,
    told: string,
  ): Promise<void> {
    const later = this.#row(service)
    this.#says(service, [...good, ...unfit, later])
    const second = await this.#sync(service.domain)
    assert.strictEqual(second.status, 200, `${told}: and then ${second.body}`)
    await this.#holds(service, [...good, later], `${told}, in the next sync`, false)
    const third = await this.#sync(service.domain)
    assert.strictEqual(third.status, 200, `${told}: and then ${third.body}`)
    const again = await lastRun(this.#server, service.domain)
    assert.strictEqual(again.items_synced, 0, `${told}: read again, something changed`)
    assert.isTrue(this.#server.running, "the server lives")
  }
}

import {
  type Attempt,
  Delivery,
  type DeliveryId,
  type EpochMillis,
  maxWebhooks,
  type NewDelivery,
  type NewWebhook,
  type PageRequest,
  type Verdict,
  Webhook,
  type WebhookId,
  WebhookStore,
} from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Struct from "effect/Struct"
import type { Fragment } from "effect/sql/Statement"
import { countRows, pageOf } from "../paging.ts"
import { type Sql, type Write, writtenBy } from "../sql.ts"
import { described, rowsOf, valuesOf } from "../table.ts"

const webhooks = described("webhooks", Webhook, { id: { generated: true }, toldVersions: { type: "json" } })
const sentDeliveries = described("webhook_deliveries", Delivery, { id: { generated: true } })
const madeDeliveries = described("webhook_deliveries", Delivery.mapFields(Struct.omit(["id"])))
const readKeys = rowsOf(Delivery.mapFields(Struct.pick(["type", "ref"])))
const readIds = valuesOf(Webhook.fields.id)

/** The statements that differ between databases. */
interface Words {
  /** Merges versions into those reported. */
  readonly merged: (versions: Webhook["toldVersions"]) => Fragment
  /** The function of the greatest of some values. */
  readonly greatest: string
}

/** Stores the events that a webhook does not have yet, and returns their number. Writers take turns, so ids are in order. */
const storingIn = ({ amongTexts, sql, tableOf }: Sql) => {
  const made = tableOf(madeDeliveries)
  return Effect.fnUntraced(function* (
    webhookId: WebhookId,
    events: ReadonlyArray<NewDelivery>,
    status: Delivery["status"],
    at: EpochMillis,
  ) {
    const refs = events.map(({ ref }) => ref)
    const known = readKeys(
      yield* sql`select type, ref from webhook_deliveries where webhook_id = ${webhookId} and ${amongTexts("ref", refs)}`,
    )
    const has = new Set(known.map(({ ref, type }) => `${type} ${ref}`))
    const untried = { attempts: 0, triedAt: undefined, answer: 0, error: "" }
    const rows = events
      .filter(({ ref, type }) => !has.has(`${type} ${ref}`))
      .map((event) => ({ ...event, webhookId, status, createdAt: at, dueAt: at, ...untried }))
    return yield* made.insert(rows)
  })
}

/** The messages of webhooks. `latest` is the function of the greatest of some values. */
const deliveriesIn = (
  { instant, read, sql, tableOf, transaction }: Sql,
  write: Write,
  latest: Fragment,
): Pick<WebhookStore["Service"], "deliveries" | "due" | "forget" | "next" | "retry" | "settle"> => {
  const [table, sent] = [tableOf(webhooks), tableOf(sentDeliveries)]

  /** The condition that a webhook is on and may be tried. */
  const mayBeTried = (now: EpochMillis) =>
    sql`off_at is null and (next_at is null or next_at <= ${instant(now)})`

  return {
    due: Effect.fn("WebhookStore.due")(function* (now: EpochMillis) {
      const rows = yield* sql`select id from webhooks where ${mayBeTried(now)}
          and exists (select 1 from webhook_deliveries where webhook_id = webhooks.id and status = 'waiting')
        order by id`
      return readIds(rows)
    }, read),
    next: Effect.fn("WebhookStore.next")(function* (id: WebhookId, now: EpochMillis) {
      const [webhook] = table.read(
        yield* sql`select ${table.columns} from webhooks where id = ${id} and ${mayBeTried(now)}`,
      )
      if (webhook === undefined) return Option.none()
      const [delivery] = sent.read(
        yield* sql`select ${sent.columns} from webhook_deliveries
          where webhook_id = ${id} and status = 'waiting' order by id limit 1`,
      )
      return delivery === undefined ? Option.none() : Option.some({ webhook, delivery })
    }, read),
    settle: Effect.fn("WebhookStore.settle")(function* (
      { id, webhookId }: Delivery,
      { answer, at, error }: Attempt,
      verdict: Verdict,
    ) {
      const fine = sql`failures = 0, next_at = null`
      const nextAt = instant(verdict.kind === "again" ? verdict.nextAt : null)
      const [receiver, status] = (
        {
          delivered: [fine, sql`'delivered'`],
          refused: [fine, sql`'set aside'`],
          skipped: [fine, sql`'known'`],
          again: [sql`failures = failures + 1, next_at = ${nextAt}`, sql`status`],
          off: [sql`failures = failures + 1, next_at = null, off_at = ${instant(at)}`, sql`status`],
        } satisfies Record<Verdict["kind"], readonly [Fragment, Fragment]>
      )[verdict.kind]
      // The webhook is locked first, here and in a retry of a delivery.
      yield* sql`update webhooks set ${receiver} where id = ${webhookId}`
      yield* sql`update webhook_deliveries set status = ${status}, attempts = attempts + 1,
        tried_at = ${instant(at)}, answer = ${answer}, error = ${error} where id = ${id}`
      if (verdict.kind !== "again" && verdict.kind !== "off") return
      const given = verdict.kind === "off" ? sql`true` : sql`due_at <= ${instant(verdict.setAside)}`
      yield* sql`update webhook_deliveries set status = 'set aside'
        where webhook_id = ${webhookId} and status = 'waiting' and ${given}`
    }, transaction),
    deliveries: Effect.fn("WebhookStore.deliveries")(function* (id: WebhookId, page: PageRequest) {
      const found = yield* sql`select 1 from webhooks where id = ${id}`
      if (found.length === 0) return undefined
      const of = sql`webhook_deliveries where webhook_id = ${id} and status <> 'known'`
      return yield* pageOf(sql, sent, of, sql`id desc`, page)
    }, read),
    retry: Effect.fn("WebhookStore.retry")(function* (
      webhookId: WebhookId,
      id: DeliveryId,
      now: EpochMillis,
    ) {
      const these = sql`id = ${id} and webhook_id = ${webhookId} and status <> 'known'`
      yield* sql`update webhooks set off_at = null, next_at = null
        where id = ${webhookId} and exists (select 1 from webhook_deliveries where ${these})`
      const rows = yield* sql`update webhook_deliveries set status = 'waiting', due_at = ${instant(now)}
        where ${these} returning ${sent.columns}`
      return Option.fromUndefinedOr(sent.read(rows)[0])
    }, writtenBy(write)),
    forget: Effect.fn("WebhookStore.forget")(function* (before: EpochMillis) {
      yield* sql`delete from webhook_deliveries
        where status <> 'waiting' and ${latest}(created_at, due_at, at) < ${instant(before)}
          and webhook_id in (select id from webhooks where off_at is null)`
    }, transaction),
  }
}

/** Webhooks and their messages. */
export const webhookStore = (database: Sql, write: Write, { greatest, merged }: Words) => {
  const { instant, read, sql, tableOf } = database
  const table = tableOf(webhooks)
  const latest = sql.literal(greatest)
  const store = storingIn(database)

  return WebhookStore.of({
    insert: Effect.fn("WebhookStore.insert")(function* (
      webhook: NewWebhook,
      known: ReadonlyArray<NewDelivery>,
    ) {
      if ((yield* countRows(sql, sql`webhooks`)) >= maxWebhooks) return undefined
      const values = table.record({ ...webhook, toldAt: webhook.createdAt, failures: 0 })
      const rows = yield* sql`insert into webhooks ${sql.insert(values)} returning ${table.columns}`
      const [stored] = table.read(rows)
      if (stored !== undefined) yield* store(stored.id, known, "known", webhook.createdAt)
      return stored
    }, writtenBy(write)),
    list: sql`select ${table.columns} from webhooks order by id`.pipe(Effect.map(table.read), read),

    switchTo: Effect.fn("WebhookStore.switchTo")(function* (id: WebhookId, offAt: EpochMillis | undefined) {
      const off = offAt === undefined ? sql`null` : sql`coalesce(off_at, ${instant(offAt)})`
      const rows =
        yield* sql`update webhooks set off_at = ${off}, next_at = null where id = ${id} returning ${table.columns}`
      return Option.fromUndefinedOr(table.read(rows)[0])
    }, writtenBy(write)),
    remove: Effect.fn("WebhookStore.remove")(function* (id: WebhookId) {
      return (yield* sql`delete from webhooks where id = ${id} returning id`).length > 0
    }, writtenBy(write)),
    tell: Effect.fn("WebhookStore.tell")(
      function* (
        id: WebhookId,
        toldAt: EpochMillis,
        events: ReadonlyArray<NewDelivery>,
        toldVersions: Webhook["toldVersions"] = {},
      ) {
        const on = yield* sql`update webhooks set told_at = ${latest}(told_at, ${instant(toldAt)}),
            told_versions = ${merged(toldVersions)}
          where id = ${id} and off_at is null returning id`
        return on.length === 0 ? 0 : yield* store(id, events, "waiting", toldAt)
      },
      (stored) => write(stored, (count) => count > 0),
    ),
    ...deliveriesIn(database, write, latest),
  })
}

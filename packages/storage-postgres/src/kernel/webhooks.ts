import {
  type Attempt,
  Delivery,
  type DeliveryId,
  type EpochMillis,
  mostWebhooks,
  type NewDelivery,
  type NewWebhook,
  type PageRequest,
  type Verdict,
  Webhook,
  type WebhookId,
  WebhookStore,
} from "@daybook/kernel"
import * as PgTypes from "@effect/sql-pg/PgTypes"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Struct from "effect/Struct"
import * as SqlClient from "effect/sql/SqlClient"
import { countRows, onPage } from "../sql/paging.ts"
import { instant, texts } from "../sql/parameters.ts"
import { json } from "../sql/sqlTypes.ts"
import { rowsOf, tableOf, valuesOf } from "../sql/table.ts"
import { writerOf } from "./dataVersions.ts"
import { migrateWebhooks } from "./migrations.ts"

const table = tableOf("webhooks", Webhook, { id: { generated: true }, toldVersions: { type: json } })
const sent = tableOf("webhook_deliveries", Delivery, { id: { generated: true } })
const made = tableOf("webhook_deliveries", Delivery.mapFields(Struct.omit(["id"])))
const readKeys = rowsOf(Delivery.mapFields(Struct.pick(["type", "ref"])))
const readIds = valuesOf(Webhook.fields.id)

/** Webhooks and what they are told, in SQL. */
export const layer = Layer.effect(
  WebhookStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const write = yield* writerOf("webhooks")
    yield* migrateWebhooks

    /** Stores the events that a webhook does not have yet, and gives their number. Writers take turns, so ids are in order. */
    const store = Effect.fnUntraced(function* (
      webhookId: WebhookId,
      events: ReadonlyArray<NewDelivery>,
      status: Delivery["status"],
      at: EpochMillis,
    ) {
      const [types, refs] = [texts(events.map(({ type }) => type)), texts(events.map(({ ref }) => ref))]
      const known = readKeys(
        yield* sql`select type, ref from unnest(${types}, ${refs}) as given (type, ref)
          join webhook_deliveries using (type, ref) where webhook_id = ${webhookId}`,
      )
      const has = new Set(known.map(({ ref, type }) => `${type} ${ref}`))
      const untried = { attempts: 0, triedAt: undefined, answer: 0, error: "" }
      const rows = events
        .filter(({ ref, type }) => !has.has(`${type} ${ref}`))
        .map((event) => ({ ...event, webhookId, status, createdAt: at, dueAt: at, ...untried }))
      if (rows.length > 0) yield* sql`${made.insert(rows)}`
      return rows.length
    })

    const insert = Effect.fn("WebhookStore.insert")(function* (
      webhook: NewWebhook,
      known: ReadonlyArray<NewDelivery>,
    ) {
      const values = table.record({ ...webhook, toldAt: webhook.createdAt, failures: 0 })
      return yield* write(
        Effect.gen(function* () {
          if ((yield* countRows(sql, sql`webhooks`)) >= mostWebhooks) return undefined
          const rows = yield* sql`insert into webhooks ${sql.insert(values)} returning ${table.columns}`
          const [stored] = table.read(rows)
          if (stored !== undefined && known.length > 0) {
            yield* store(stored.id, known, "known", webhook.createdAt)
          }
          return stored
        }),
      )
    }, Effect.orDie)

    const switchTo = Effect.fn("WebhookStore.switchTo")(function* (
      id: WebhookId,
      offAt: EpochMillis | undefined,
    ) {
      const off = offAt === undefined ? sql`null` : sql`coalesce(off_at, ${instant(offAt)})`
      const rows = yield* write(
        sql`update webhooks set off_at = ${off}, next_at = null where id = ${id} returning ${table.columns}`,
      )
      return Option.fromUndefinedOr(table.read(rows)[0])
    }, Effect.orDie)

    const remove = Effect.fn("WebhookStore.remove")(function* (id: WebhookId) {
      return (yield* write(sql`delete from webhooks where id = ${id} returning id`)).length > 0
    }, Effect.orDie)

    const tell = Effect.fn("WebhookStore.tell")(function* (
      id: WebhookId,
      toldAt: EpochMillis,
      events: ReadonlyArray<NewDelivery>,
      toldVersions: Webhook["toldVersions"] = {},
    ) {
      const work = Effect.gen(function* () {
        const on = yield* sql`update webhooks set told_at = greatest(told_at, ${instant(toldAt)}),
            told_versions = told_versions || ${PgTypes.jsonb(toldVersions)}
          where id = ${id} and off_at is null returning id`
        return on.length === 0 || events.length === 0 ? 0 : yield* store(id, events, "waiting", toldAt)
      })
      return yield* write(work, { isSeen: (stored) => stored > 0 })
    }, Effect.orDie)

    const due = Effect.fn("WebhookStore.due")(function* (now: EpochMillis) {
      const rows = yield* sql`select id from webhooks
        where off_at is null and (next_at is null or next_at <= ${instant(now)})
          and exists (select 1 from webhook_deliveries where webhook_id = webhooks.id and status = 'waiting')
        order by id`
      return readIds(rows)
    }, Effect.orDie)

    const next = Effect.fn("WebhookStore.next")(function* (id: WebhookId, now: EpochMillis) {
      const [webhook] = table.read(
        yield* sql`select ${table.columns} from webhooks
          where id = ${id} and off_at is null and (next_at is null or next_at <= ${instant(now)})`,
      )
      if (webhook === undefined) return Option.none()
      const [delivery] = sent.read(
        yield* sql`select ${sent.columns} from webhook_deliveries
          where webhook_id = ${id} and status = 'waiting' order by id limit 1`,
      )
      return delivery === undefined ? Option.none() : Option.some({ webhook, delivery })
    }, Effect.orDie)

    const settle = Effect.fn("WebhookStore.settle")(function* (
      { id, webhookId }: Delivery,
      { answer, at, error }: Attempt,
      verdict: Verdict,
    ) {
      const receiver = {
        delivered: sql`failures = 0, next_at = null`,
        again: sql`failures = failures + 1, next_at = ${instant(verdict.kind === "again" ? verdict.nextAt : null)}`,
        off: sql`failures = failures + 1, next_at = null, off_at = ${instant(at)}`,
      }[verdict.kind]
      yield* sql.withTransaction(
        Effect.gen(function* () {
          // The webhook is locked first, here and where a delivery is tried again.
          yield* sql`update webhooks set ${receiver} where id = ${webhookId}`
          const status = verdict.kind === "delivered" ? sql`'delivered'` : sql`status`
          yield* sql`update webhook_deliveries set status = ${status}, attempts = attempts + 1,
            tried_at = ${instant(at)}, answer = ${answer}, error = ${error} where id = ${id}`
          if (verdict.kind === "delivered") return
          const given = verdict.kind === "off" ? sql`true` : sql`due_at <= ${instant(verdict.setAside)}`
          yield* sql`update webhook_deliveries set status = 'set aside'
            where webhook_id = ${webhookId} and status = 'waiting' and ${given}`
        }),
      )
    }, Effect.orDie)

    const deliveries = Effect.fn("WebhookStore.deliveries")(function* (id: WebhookId, page: PageRequest) {
      const found = yield* sql`select 1 from webhooks where id = ${id}`
      if (found.length === 0) return undefined
      const of = sql`webhook_deliveries where webhook_id = ${id} and status <> 'known'`
      const rows = yield* sql`select ${sent.columns} from ${of} order by id desc ${onPage(sql, page)}`
      return { items: sent.read(rows), total: yield* countRows(sql, of) }
    }, Effect.orDie)

    const retry = Effect.fn("WebhookStore.retry")(function* (
      webhookId: WebhookId,
      id: DeliveryId,
      now: EpochMillis,
    ) {
      const rows = yield* write(
        Effect.gen(function* () {
          yield* sql`update webhooks set off_at = null, next_at = null where id = ${webhookId}
            and exists (select 1 from webhook_deliveries where id = ${id} and webhook_id = ${webhookId} and status <> 'known')`
          return yield* sql`update webhook_deliveries set status = 'waiting', due_at = ${instant(now)}
            where id = ${id} and webhook_id = ${webhookId} and status <> 'known' returning ${sent.columns}`
        }),
      )
      return Option.fromUndefinedOr(sent.read(rows)[0])
    }, Effect.orDie)

    const forget = Effect.fn("WebhookStore.forget")(function* (before: EpochMillis) {
      yield* sql`delete from webhook_deliveries where status <> 'waiting'
        and greatest(created_at, due_at, at) < ${instant(before)}`
    }, Effect.orDie)

    return WebhookStore.of({
      insert,
      list: sql`select ${table.columns} from webhooks order by id`.pipe(Effect.map(table.read), Effect.orDie),
      switchTo,
      remove,
      tell,
      due,
      next,
      settle,
      deliveries,
      retry,
      forget,
    })
  }),
)

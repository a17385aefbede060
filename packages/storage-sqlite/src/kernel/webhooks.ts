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
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Struct from "effect/Struct"
import { json } from "../sql/columnTypes.ts"
import { Database } from "../sql/database.ts"
import { countRows, onPage } from "../sql/paging.ts"
import { tableOf, valuesOf } from "../sql/table.ts"
import { writerOf } from "./dataVersions.ts"
import { migrateWebhooks } from "./migrations.ts"

const table = tableOf("webhooks", Webhook, { id: { generated: true }, toldVersions: { type: json } })
const sent = tableOf("webhook_deliveries", Delivery, { id: { generated: true } })
const made = tableOf("webhook_deliveries", Delivery.mapFields(Struct.omit(["id"])))
const readIds = valuesOf(Webhook.fields.id)

/** Webhooks and what they are told, in SQLite. */
export const layer = Layer.effect(
  WebhookStore,
  Effect.gen(function* () {
    const database = yield* Database
    const { all, many, read, sql, transaction } = database
    const write = yield* writerOf("webhooks")
    yield* migrateWebhooks

    /** Stores the events that a webhook does not have yet, and returns their number. */
    const store = (
      webhookId: WebhookId,
      events: ReadonlyArray<NewDelivery>,
      status: Delivery["status"],
      at: EpochMillis,
    ): number => {
      const untried = { attempts: 0, triedAt: undefined, answer: 0, error: "" }
      const rows = events.map((event) => ({
        ...event,
        webhookId,
        status,
        createdAt: at,
        dueAt: at,
        ...untried,
      }))
      return many(made.insert(rows, "on conflict (webhook_id, type, ref) do nothing returning id")).length
    }

    const insert = Effect.fn("WebhookStore.insert")(
      (webhook: NewWebhook, known: ReadonlyArray<NewDelivery>) =>
        write(
          Effect.sync(() => {
            if (countRows(database, sql`webhooks`) >= mostWebhooks) return undefined
            const values = table.record({ ...webhook, toldAt: webhook.createdAt, failures: 0 })
            const [stored] = table.read(
              all(sql`insert into webhooks ${sql.insert(values)} returning ${table.columns}`),
            )
            if (stored !== undefined) store(stored.id, known, "known", webhook.createdAt)
            return stored
          }),
        ),
    )

    const list = read(() => table.read(all(sql`select ${table.columns} from webhooks order by id`)))

    const switchTo = Effect.fn("WebhookStore.switchTo")((id: WebhookId, offAt: EpochMillis | undefined) =>
      write(
        Effect.sync(() => {
          const off = offAt === undefined ? sql`null` : sql`coalesce(off_at, ${offAt})`
          const rows = all(
            sql`update webhooks set off_at = ${off}, next_at = null where id = ${id} returning ${table.columns}`,
          )
          return Option.fromUndefinedOr(table.read(rows)[0])
        }),
      ),
    )

    const remove = Effect.fn("WebhookStore.remove")((id: WebhookId) =>
      write(Effect.sync(() => all(sql`delete from webhooks where id = ${id} returning id`).length > 0)),
    )

    const tell = Effect.fn("WebhookStore.tell")(
      (
        id: WebhookId,
        toldAt: EpochMillis,
        events: ReadonlyArray<NewDelivery>,
        toldVersions: Webhook["toldVersions"] = {},
      ) =>
        write(
          Effect.sync(() => {
            const on = all(sql`update webhooks set told_at = max(told_at, ${toldAt}),
                told_versions = json_patch(told_versions, ${JSON.stringify(toldVersions)})
              where id = ${id} and off_at is null returning id`)
            return on.length === 0 ? 0 : store(id, events, "waiting", toldAt)
          }),
          (stored) => stored > 0,
        ),
    )

    /** The condition that a webhook is on and may be tried. */
    const mayBeTried = (now: EpochMillis) => sql`off_at is null and (next_at is null or next_at <= ${now})`

    const due = Effect.fn("WebhookStore.due")((now: EpochMillis) =>
      read(() =>
        readIds(
          all(sql`select id from webhooks where ${mayBeTried(now)}
            and exists (select 1 from webhook_deliveries where webhook_id = webhooks.id and status = 'waiting')
            order by id`),
        ),
      ),
    )

    const next = Effect.fn("WebhookStore.next")((id: WebhookId, now: EpochMillis) =>
      read(() => {
        const [webhook] = table.read(
          all(sql`select ${table.columns} from webhooks where id = ${id} and ${mayBeTried(now)}`),
        )
        if (webhook === undefined) return Option.none()
        const [delivery] = sent.read(
          all(sql`select ${sent.columns} from webhook_deliveries
            where webhook_id = ${id} and status = 'waiting' order by id limit 1`),
        )
        return delivery === undefined ? Option.none() : Option.some({ webhook, delivery })
      }),
    )

    const settle = Effect.fn("WebhookStore.settle")(
      ({ id, webhookId }: Delivery, { answer, at, error }: Attempt, verdict: Verdict) =>
        transaction(
          Effect.sync(() => {
            const receiver = {
              delivered: sql`failures = 0, next_at = null`,
              again: sql`failures = failures + 1, next_at = ${verdict.kind === "again" ? verdict.nextAt : null}`,
              off: sql`failures = failures + 1, next_at = null, off_at = ${at}`,
            }[verdict.kind]
            all(sql`update webhooks set ${receiver} where id = ${webhookId}`)
            const status = verdict.kind === "delivered" ? sql`'delivered'` : sql`status`
            all(sql`update webhook_deliveries set status = ${status}, attempts = attempts + 1, tried_at = ${at},
              answer = ${answer}, error = ${error} where id = ${id}`)
            if (verdict.kind === "delivered") return
            const given = verdict.kind === "off" ? sql`true` : sql`due_at <= ${verdict.setAside}`
            all(sql`update webhook_deliveries set status = 'set aside'
              where webhook_id = ${webhookId} and status = 'waiting' and ${given}`)
          }),
        ),
    )

    const deliveries = Effect.fn("WebhookStore.deliveries")((id: WebhookId, page: PageRequest) =>
      read(() => {
        if (all(sql`select 1 from webhooks where id = ${id}`).length === 0) return undefined
        const of = sql`webhook_deliveries where webhook_id = ${id} and status <> 'known'`
        return {
          items: sent.read(all(sql`select ${sent.columns} from ${of} order by id desc ${onPage(sql, page)}`)),
          total: countRows(database, of),
        }
      }),
    )

    const retry = Effect.fn("WebhookStore.retry")((webhookId: WebhookId, id: DeliveryId, now: EpochMillis) =>
      write(
        Effect.sync(() => {
          const [again] = sent.read(
            all(sql`update webhook_deliveries set status = 'waiting', due_at = ${now}
              where id = ${id} and webhook_id = ${webhookId} and status <> 'known' returning ${sent.columns}`),
          )
          if (again !== undefined) {
            all(sql`update webhooks set off_at = null, next_at = null where id = ${webhookId}`)
          }
          return Option.fromUndefinedOr(again)
        }),
      ),
    )

    const forget = Effect.fn("WebhookStore.forget")((before: EpochMillis) =>
      transaction(
        Effect.sync(() => {
          all(sql`delete from webhook_deliveries
            where status <> 'waiting' and max(created_at, due_at, at) < ${before}`)
        }),
      ),
    )

    return WebhookStore.of({
      insert,
      list,
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

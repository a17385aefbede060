import { ServiceState, ServiceStates } from "@daybook/kernel"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { instant } from "../sql/parameters.ts"
import { tableOf } from "../sql/table.ts"
import { migrateServiceStates } from "./migrations.ts"

const table = tableOf("service_states", ServiceState)

/** How calls of services went, in SQL. */
export const layer = Layer.effect(
  ServiceStates,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* migrateServiceStates

    const succeeded = Effect.fn("ServiceStates.succeeded")(function* (service: string) {
      const now = instant(yield* Clock.currentTimeMillis)
      yield* sql`insert into service_states (service, succeeded_at) values (${service}, ${now})
        on conflict (service) do update set succeeded_at = excluded.succeeded_at`
    }, Effect.orDie)

    const failed = Effect.fn("ServiceStates.failed")(function* (service: string, trouble: string) {
      const now = instant(yield* Clock.currentTimeMillis)
      yield* sql`insert into service_states (service, failed_at, trouble) values (${service}, ${now}, ${trouble})
        on conflict (service) do update set failed_at = excluded.failed_at, trouble = excluded.trouble`
    }, Effect.orDie)

    const list = Effect.map(
      sql`select ${table.columns} from service_states order by service collate "C"`,
      table.read,
    ).pipe(Effect.withSpan("ServiceStates.list"), Effect.orDie)

    return { succeeded, failed, list }
  }),
)

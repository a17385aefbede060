import { ServiceState, ServiceStates } from "@daybook/kernel"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Database } from "../sql/database.ts"
import { tableOf } from "../sql/table.ts"
import { migrateServiceStates } from "./migrations.ts"

const table = tableOf("service_states", ServiceState)

/** How calls of services went, in SQLite. */
export const layer = Layer.effect(
  ServiceStates,
  Effect.gen(function* () {
    const { all, read, sql, transaction } = yield* Database
    yield* migrateServiceStates

    const succeeded = Effect.fn("ServiceStates.succeeded")((service: string) =>
      transaction(
        Effect.map(Clock.currentTimeMillis, (now) => {
          all(sql`insert into service_states (service, succeeded_at) values (${service}, ${now})
            on conflict (service) do update set succeeded_at = excluded.succeeded_at`)
        }),
      ),
    )

    const failed = Effect.fn("ServiceStates.failed")((service: string, trouble: string) =>
      transaction(
        Effect.map(Clock.currentTimeMillis, (now) => {
          all(sql`insert into service_states (service, failed_at, trouble) values (${service}, ${now}, ${trouble})
            on conflict (service) do update set failed_at = excluded.failed_at, trouble = excluded.trouble`)
        }),
      ),
    )

    const list = read(() =>
      table.read(all(sql`select ${table.columns} from service_states order by service`)),
    ).pipe(Effect.withSpan("ServiceStates.list"))

    return { succeeded, failed, list }
  }),
)

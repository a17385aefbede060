import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Record from "effect/Record"
import { serve } from "./serve.ts"
import type { ServedDomain } from "./serving/servedDomain.ts"
import { readAllSettings, type ReadSettings } from "./settings/stored.ts"

/**
 * Serves generated data from a fresh folder, or from memory where the settings say so. No configured service is called, and no
 * other store is touched.
 */
export const demo = (domains: ReadonlyArray<ServedDomain>) =>
  Effect.scoped(
    Effect.gen(function* () {
      const files = yield* FileSystem.FileSystem
      const dataDir = yield* files.makeTempDirectoryScoped({ prefix: "daybook-demo-" })
      const fillAll = Effect.gen(function* () {
        const until = yield* Clock.currentTimeMillis
        for (const { storeDemo } of domains) if (storeDemo !== undefined) yield* storeDemo(until)
      })
      const read: ReadSettings = (rows = []) =>
        Effect.map(readAllSettings(domains, rows), ({ settings, texts }) => ({
          texts,
          settings: {
            ...settings,
            database: settings.database.kind === "memory" ? settings.database : { kind: "file" as const },
            dataDir,
            backupTo: undefined,
            services: Record.map(settings.services, () => undefined),
            halfSet: [],
          },
        }))
      return yield* serve(domains, read, fillAll)
    }),
  )

import { WebhookStore } from "@daybook/kernel"
import { webhookStore } from "@daybook/storage-sql/kernel"
import { fragment, literal, parameter } from "effect/sql/Statement"
import { writingLayerOf } from "../sharedStores.ts"
import { migrateWebhooks } from "./migrations.ts"

const words: Parameters<typeof webhookStore>[2] = {
  merged: (versions) =>
    fragment([literal("json_patch(told_versions, "), parameter(JSON.stringify(versions)), literal(")")]),
  greatest: "max",
}

/** Webhooks and their messages. */
export const layer = writingLayerOf(WebhookStore, migrateWebhooks, "webhooks", (database, write) =>
  webhookStore(database, write, words),
)

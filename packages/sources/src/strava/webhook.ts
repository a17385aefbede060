import { RunWebhook } from "@daybook/running"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { Count } from "../text.ts"
import type { Config } from "./settings.ts"

/** A delivery of Strava: https://developers.strava.com/docs/webhooks/ */
const Delivery = Schema.Struct({
  object_type: Schema.Literals(["activity", "athlete"]),
  object_id: Count,
})

const decode = Schema.decodeUnknownOption(Delivery)

/** Strava's webhook, closed without a verify token. */
export const webhook = (config: Pick<Config, "verifyToken"> | undefined) =>
  Layer.succeed(RunWebhook, {
    verifyToken: config?.verifyToken,
    read: (payload) =>
      Option.map(decode(payload), ({ object_id: id, object_type: type }) => ({
        source: "strava",
        ref: type === "activity" ? String(id) : undefined,
      })),
  })

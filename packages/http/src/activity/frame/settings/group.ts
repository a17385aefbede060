import * as Schema from "effect/Schema"
import { Conflict, Endpoint, JsonBody, keyedGroup, manyOf, wireForm } from "../../forRoutes.ts"

const described = (description: string) => Schema.String.annotate({ description })

export const SettingRows = wireForm({
  data: manyOf(
    wireForm({
      name: described("The name of the setting and of its environment variable, such as TIME_ZONE"),
      group: described("A service such as lastfm, or time, appearance, maps, webhooks or backup"),
      meaning: described("Its meaning"),
      wanted: described("The values that it takes"),
      value: described("The value in force; of a secret only set, or empty"),
      source: Schema.Literals(["environment", "stored", "default"]).annotate({
        description: "Where the value is from; one from the environment cannot be changed here",
      }),
      secret: Schema.Boolean,
    }),
  ),
})

const Changes = Schema.Record(
  Schema.String,
  Schema.NullOr(Schema.String).annotate({ message: "must be a text, or null" }),
).annotate({ examples: [{ TIME_ZONE: "Europe/Lisbon", LASTFM_USER: null }] })

export class SettingsGroup extends keyedGroup(
  "settings",
  "Settings",
  Endpoint.get("list", "/v1/admin/settings", {
    success: SettingRows,
    summary: "List the settings that can be changed while the server runs",
  }),
  Endpoint.patch("change", "/v1/admin/settings", {
    payload: Changes,
    success: SettingRows,
    error: Conflict,
    summary: "Change settings",
    description:
      "Values by name; null returns a setting to its default. All are stored, or none. They apply without a restart, " +
      "and on the other servers of the same database within seconds. Secrets are sealed.",
  }).middleware(JsonBody),
) {}

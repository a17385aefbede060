import { Setting } from "@daybook/kernel"

/** The settings of a Jellyfin server. */
export const settings = Setting.group("Jellyfin", {
  url: Setting.of("JELLYFIN_URL", Setting.address, {
    needed: true,
    meaning: "the address of your Jellyfin server, such as `http://192.168.1.10:8096`",
  }),
  key: Setting.of("JELLYFIN_KEY", Setting.secret, { needed: true, meaning: "an API key of that server" }),
  user: Setting.of("JELLYFIN_USER", Setting.text, {
    needed: true,
    meaning: "the user whose plays are synced",
  }),
})

/** The user of a Jellyfin server whose plays are read. */
export type Config = Setting.Config<typeof settings>

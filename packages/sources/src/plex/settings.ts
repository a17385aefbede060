import { Setting } from "@daybook/kernel"

/** The settings of a Plex Media Server. */
export const settings = Setting.group("Plex", {
  url: Setting.of("PLEX_URL", Setting.address, {
    needed: true,
    meaning: "the address of your Plex Media Server, such as `http://192.168.1.10:32400`",
  }),
  token: Setting.of("PLEX_TOKEN", Setting.secret, {
    needed: true,
    meaning: "an X-Plex-Token of the server's owner",
  }),
  user: Setting.of("PLEX_USER", Setting.text, {
    meaning: "the account whose plays are synced; unset: MEDIA_SERVER_USER, else the server's owner",
  }),
})

/** The account of a Plex Media Server whose plays are read. */
export type Config = Setting.Config<typeof settings>

import { Setting } from "@daybook/kernel"

/** The settings of a Plex Media Server. */
export const settings = Setting.group("Plex", {
  url: {
    name: "PLEX_URL",
    kind: Setting.address,
    needed: true,
    meaning: "the address of your Plex Media Server, such as `http://192.168.1.10:32400`",
  },
  token: {
    name: "PLEX_TOKEN",
    kind: Setting.secret,
    needed: true,
    meaning: "an X-Plex-Token of the server's owner",
  },
  user: {
    name: "PLEX_USER",
    kind: Setting.text,
    meaning: "the account whose plays are synced; unset: MEDIA_SERVER_USER, else the server's owner",
  },
})

/** The account of a Plex Media Server whose plays are read. */
export type Config = Setting.Config<typeof settings>

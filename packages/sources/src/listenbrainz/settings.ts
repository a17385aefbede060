import { Setting } from "@daybook/kernel"

/** The settings of ListenBrainz. */
export const settings = Setting.group("ListenBrainz", {
  url: {
    name: "LISTENBRAINZ_URL",
    kind: Setting.address,
    default: "https://api.listenbrainz.org",
    meaning: "the address of ListenBrainz, for plays",
  },
  token: {
    name: "LISTENBRAINZ_TOKEN",
    kind: Setting.secret,
    needed: true,
    meaning: "the user token of your account",
  },
  user: {
    name: "LISTENBRAINZ_USER",
    kind: Setting.text,
    needed: true,
    meaning: "the user whose plays are synced",
  },
})

/** The account at ListenBrainz whose plays are read. */
export type Config = Setting.Config<typeof settings>

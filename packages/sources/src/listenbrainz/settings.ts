import { Setting } from "@daybook/kernel"

/** The settings of ListenBrainz. */
export const settings = Setting.group("ListenBrainz", {
  url: Setting.of("LISTENBRAINZ_URL", Setting.address, {
    default: "https://api.listenbrainz.org",
    meaning: "the address of ListenBrainz, for plays",
  }),
  token: Setting.of("LISTENBRAINZ_TOKEN", Setting.secret, {
    needed: true,
    meaning: "the user token of your account",
  }),
  user: Setting.of("LISTENBRAINZ_USER", Setting.text, {
    needed: true,
    meaning: "the user whose plays are synced",
  }),
})

/** The account at ListenBrainz whose plays are read. */
export type Config = Setting.Config<typeof settings>

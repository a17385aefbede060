import { Setting } from "@daybook/kernel"

/** The settings of Readwise. */
export const settings = Setting.group("Readwise", {
  url: Setting.of("READWISE_URL", Setting.address, {
    default: "https://readwise.io",
    meaning: "the address of Readwise Reader, for saved articles",
  }),
  token: Setting.of("READWISE_TOKEN", Setting.secret, {
    needed: true,
    meaning: "an access token of Readwise",
  }),
})

/** The Readwise account that articles are read from. */
export type Config = Setting.Config<typeof settings>

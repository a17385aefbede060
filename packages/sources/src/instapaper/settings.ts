import { Setting } from "@daybook/kernel"

/** The settings of Instapaper. */
export const settings = Setting.group("Instapaper", {
  url: Setting.of("INSTAPAPER_URL", Setting.address, {
    default: "https://www.instapaper.com",
    meaning: "the address of Instapaper, for saved articles",
  }),
  consumerKey: Setting.of("INSTAPAPER_CONSUMER_KEY", Setting.text, {
    needed: true,
    meaning: "the key of an application with access to Instapaper's full API",
  }),
  consumerSecret: Setting.of("INSTAPAPER_CONSUMER_SECRET", Setting.secret, {
    needed: true,
    meaning: "the secret of that application",
  }),
  token: Setting.of("INSTAPAPER_TOKEN", Setting.secret, {
    needed: true,
    meaning: "your token for that application",
  }),
  tokenSecret: Setting.of("INSTAPAPER_TOKEN_SECRET", Setting.secret, {
    needed: true,
    meaning: "the secret of that token",
  }),
})

/** The Instapaper account that articles are read from. */
export type Config = Setting.Config<typeof settings>

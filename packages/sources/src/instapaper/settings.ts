import { Setting } from "@daybook/kernel"

/** The settings of Instapaper. */
export const settings = Setting.group("Instapaper", {
  url: {
    name: "INSTAPAPER_URL",
    kind: Setting.address,
    default: "https://www.instapaper.com",
    meaning: "the address of Instapaper, for saved articles",
  },
  consumerKey: {
    name: "INSTAPAPER_CONSUMER_KEY",
    kind: Setting.text,
    needed: true,
    meaning: "the key of an application with access to Instapaper's full API",
  },
  consumerSecret: {
    name: "INSTAPAPER_CONSUMER_SECRET",
    kind: Setting.secret,
    needed: true,
    meaning: "the secret of that application",
  },
  token: {
    name: "INSTAPAPER_TOKEN",
    kind: Setting.secret,
    needed: true,
    meaning: "your token for that application",
  },
  tokenSecret: {
    name: "INSTAPAPER_TOKEN_SECRET",
    kind: Setting.secret,
    needed: true,
    meaning: "the secret of that token",
  },
})

/** The Instapaper account that articles are read from. */
export type Config = Setting.Config<typeof settings>

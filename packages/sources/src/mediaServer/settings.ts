import { Setting } from "@daybook/kernel"

/** The settings of the webhook that media servers call. */
export const settings = Setting.group("Media server", {
  secret: Setting.of("MEDIA_SERVER_WEBHOOK_SECRET", Setting.secret, {
    meaning: "secret that a media server's webhook sends; unset: the webhook returns 503",
  }),
  user: Setting.of("MEDIA_SERVER_USER", Setting.text, {
    meaning: "the account whose plays count; unset: the owner of the hook, which Plex names",
  }),
})

import { Setting } from "@daybook/kernel"

/** The settings of embeddings. */
export const settings = Setting.group(
  "Embeddings",
  {
    url: Setting.of("EMBEDDINGS_URL", Setting.address, {
      meaning:
        "an OpenAI-compatible API, such as https://api.openai.com/v1, which receives the beginning of each article; unset: a model on this machine, nothing is sent",
    }),
    key: Setting.of("EMBEDDINGS_KEY", Setting.secret, {
      meaning: "API key of that embedder, if it needs one",
    }),
    model: Setting.of("EMBEDDINGS_MODEL", Setting.text, {
      shown: "the built-in encoder; text-embedding-3-small with EMBEDDINGS_URL",
      meaning:
        "model of that API; without an API: local, a model for 50 languages (fetched once), or words, which only knows spellings. Changing the model re-embeds all articles",
    }),
    weightsUrl: Setting.of("EMBEDDINGS_WEIGHTS_URL", Setting.address, {
      default: "https://huggingface.co",
      meaning: "hub from which `daybook model fetch` downloads the local model",
    }),
  },
  { describes: true },
)

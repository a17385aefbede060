import { Setting } from "@daybook/kernel"

/** The settings of embeddings. */
export const settings = Setting.group(
  "Embeddings",
  {
    url: {
      name: "EMBEDDINGS_URL",
      kind: Setting.address,
      meaning:
        "an OpenAI-compatible API, such as https://api.openai.com/v1, which receives the beginning of each article; unset: a model on this machine, nothing is sent",
    },
    key: {
      name: "EMBEDDINGS_KEY",
      kind: Setting.secret,
      meaning: "API key of that embedder, if it needs one",
    },
    model: {
      name: "EMBEDDINGS_MODEL",
      kind: Setting.text,
      shown: "the built-in encoder; text-embedding-3-small where EMBEDDINGS_URL is set",
      meaning:
        "model of that API; without an API: local, a model for 50 languages (fetched once), or words, which only knows spellings. Changing the model re-embeds all articles",
    },
    weightsUrl: {
      name: "EMBEDDINGS_WEIGHTS_URL",
      kind: Setting.address,
      default: "https://huggingface.co",
      meaning: "hub from which `daybook model fetch` downloads the local model",
    },
  },
  { describes: true },
)

import { Setting } from "@daybook/kernel"

/** The settings of embeddings. */
export const settings = Setting.group(
  "Embeddings",
  {
    url: {
      name: "EMBEDDINGS_URL",
      kind: Setting.address,
      meaning:
        "an OpenAI-compatible API, such as https://api.openai.com/v1, which receives the beginning of each article; unset: a model on this machine, and nothing is sent",
    },
    key: {
      name: "EMBEDDINGS_KEY",
      kind: Setting.secret,
      meaning: "the key of that API, where it asks for one",
    },
    model: {
      name: "EMBEDDINGS_MODEL",
      kind: Setting.text,
      shown: "the built-in encoder; text-embedding-3-small where EMBEDDINGS_URL is set",
      meaning:
        "the model of that API; without one local, a model of 50 languages once it is fetched, or words, which knows spellings alone. Another model needs all articles embedded again",
    },
    weightsUrl: {
      name: "EMBEDDINGS_WEIGHTS_URL",
      kind: Setting.address,
      default: "https://huggingface.co",
      meaning: "the hub that `daybook model fetch` gets the local model from",
    },
  },
  { describes: true },
)

import type { Messages } from "../../texts.ts"
import { number } from "../../words.ts"

export const waiting: Messages["waiting"] = {
  stored: "このブラウザに保存しました。オンラインに戻ると送信されます。",
  some: (n) => `${number(n)}件の変更が接続を待っています。`,
  refused: (n) => `${number(n)}件の変更が拒否されました。`,
  actions: { POST: "追加", PATCH: "編集", DELETE: "削除" },
  line: (action, type, title) => [`${action}：${type}`, title].filter((part) => part !== "").join("、"),
  cancel: "キャンセル",
  dismiss: "閉じる",
  notSent: "送信しません",
}

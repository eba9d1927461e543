import type { AccessSettings } from '../domain/access-settings.ts';
import type { Chat } from './chat-ports.ts';
import type { World } from './ports.ts';
import type { Store } from './store-ports.ts';

export interface PostAuditHeadDeps {
  readonly store: Store;
  readonly chat: Pick<Chat, 'postAuditHead'>;
  readonly settings: Pick<AccessSettings, 'audit'>;
  readonly world: World;
}

/** Posts the newest head of the audit trail where people keep it. A channel that cannot be used is in the trail and in the log. */
export async function postAuditHead({ store, chat, settings, world }: PostAuditHeadDeps): Promise<void> {
  const { channel } = settings.audit;
  const head = await store.transaction((tx) => tx.audit.newestHead());
  if (channel === null || head === null) return;
  const posted = await chat.postAuditHead(channel, head);
  if (posted.ok) return;
  const { kind: refusal } = posted.refusal;
  world.log.warn({ channel, refusal }, 'the head of the audit trail cannot be posted: invite the bot to audit.channel');
  await store.transaction((tx) =>
    tx.audit.append({
      kind: 'audit.head-undeliverable',
      at: world.now(),
      detail: { channel, refusal: posted.refusal },
    }),
  );
}

import { ofCustomer, tableRule } from './rule.ts'

/** The archive and exports, and what belongs to the shop. */
export const systemTables = [
  // After the mails, messages and invitations, which are found by earlier addresses.
  tableRule('email_change', {
    owner: ofCustomer,
    onDeletion: 'erase',
    plain: ['id', 'customer_id'],
    personal: ['old_email', 'new_email', 'requested_at', 'confirmed_at'],
    secret: ['confirm_hash', 'undo_hash'],
    exported: { as: 'emailChanges', columns: ['requested_at', 'old_email', 'new_email', 'confirmed_at'] },
  }),
  tableRule('data_export', {
    owner: ofCustomer,
    onDeletion: 'with-file',
    plain: [
      'id',
      'customer_id',
      'state',
      'language',
      'attempts',
      'progress',
      'requested_at',
      'ready_at',
      'expires_at',
      'bytes',
      'ticket_expires_at',
    ],
    secret: ['ticket_hash'],
    exported: { as: 'exports', columns: ['requested_at', 'ready_at', 'expires_at', 'state', 'bytes'] },
  }),
  tableRule('archive_record', {
    // The archive itself: personal data rests here, and nowhere else, until its retention ends.
    owner: ofCustomer,
    onDeletion: 'keep',
    plain: ['id', 'customer_id', 'source', 'row_key', 'data', 'file_key', 'archived_at', 'retain_until'],
  }),
  tableRule('archive_opening', {
    owner: ofCustomer,
    onDeletion: 'keep',
    plain: ['id', 'customer_id', 'staff_id', 'reason', 'invoice_of', 'at'],
  }),
  // Ids, amounts and states. Entries are chained by their hash and stay; reasons are apart, to be erased.
  tableRule('audit_entry', {
    owner: ofCustomer,
    onDeletion: 'keep',
    plain: [
      'position',
      'at',
      'actor',
      'staff_id',
      'action',
      'subject_kind',
      'subject_id',
      'customer_id',
      'before',
      'after',
      'reason_digest',
      'request_id',
      'previous_hash',
      'hash',
    ],
  }),
  tableRule('audit_reason', {
    owner: ofCustomer,
    onDeletion: 'erase',
    plain: ['position', 'customer_id'],
    personal: ['reason'],
    secret: ['salt'],
  }),
  // Empty outside of the transaction that adds an entry.
  tableRule('audit_pending', {
    owner: null,
    onDeletion: 'keep',
    plain: [
      'id',
      'actor',
      'staff_id',
      'action',
      'subject_kind',
      'subject_id',
      'customer_id',
      'before',
      'after',
      'reason',
      'request_id',
    ],
  }),
  tableRule('audit_verification', {
    owner: null,
    onDeletion: 'keep',
    plain: ['id', 'at', 'position', 'hash', 'is_whole', 'broken_at', 'fault'],
  }),
  tableRule('staff_member', {
    owner: null,
    onDeletion: 'keep',
    plain: [
      'id',
      'email',
      'name',
      'role',
      'own_role_id',
      'language',
      'is_demo',
      'created_at',
      'disabled_at',
      'phone',
      'hours_fr',
      'hours_en',
    ],
    secret: ['password_hash'],
  }),
  tableRule('staff_role', { owner: null, onDeletion: 'keep', plain: ['id', 'name', 'rights', 'created_at'] }),
  tableRule('staff_enrolment', {
    owner: null,
    onDeletion: 'keep',
    plain: ['id', 'staff_id', 'created_at', 'expires_at'],
    secret: ['key_hash'],
  }),
  tableRule('staff_ticket', {
    owner: null,
    onDeletion: 'keep',
    plain: ['staff_id', 'purpose', 'tries', 'created_at', 'expires_at'],
    secret: ['ticket_hash'],
  }),
  tableRule('staff_totp', {
    owner: null,
    onDeletion: 'keep',
    plain: ['staff_id', 'confirmed_at', 'last_step'],
    secret: ['sealed_secret', 'pending_secret'],
  }),
  tableRule('staff_passkey', {
    owner: null,
    onDeletion: 'keep',
    plain: ['id', 'staff_id', 'name', 'sign_count', 'created_at', 'last_used_at'],
    secret: ['credential_id', 'public_key'],
  }),
  tableRule('staff_recovery_code', {
    owner: null,
    onDeletion: 'keep',
    plain: ['staff_id', 'created_at'],
    secret: ['code_hash'],
  }),
  // Work of staff. The subject is an id, or a hash where its row has none.
  tableRule('task_claim', {
    owner: null,
    onDeletion: 'keep',
    plain: ['kind', 'subject_id', 'staff_id', 'claimed_at', 'taken_from', 'reason'],
  }),
  tableRule('task_done', {
    owner: null,
    onDeletion: 'keep',
    plain: ['kind', 'subject_id', 'staff_id', 'done_at'],
  }),
  tableRule('task_notice_choice', {
    owner: null,
    onDeletion: 'keep',
    plain: ['staff_id', 'kind', 'notice'],
  }),
  tableRule('task_notice', {
    owner: null,
    onDeletion: 'keep',
    plain: ['staff_id', 'kind', 'subject_id', 'since', 'noticed_at'],
  }),
  // Filters of staff, which may hold what they searched for; its owner changes or deletes it.
  tableRule('saved_view', {
    owner: null,
    onDeletion: 'keep',
    plain: ['id', 'list', 'name', 'state', 'staff_id', 'is_shared', 'created_at'],
  }),
  tableRule('catalogue_version', {
    owner: null,
    onDeletion: 'keep',
    plain: ['version', 'content', 'content_hash', 'author', 'comment', 'created_at', 'valid_from'],
  }),
  tableRule('demo_password', {
    owner: null,
    onDeletion: 'keep',
    plain: ['is_only', 'created_at'],
    secret: ['password'],
  }),
  // The card simulator stores what the provider would: amounts and ids, no names.
  tableRule('simulator_object', {
    owner: null,
    onDeletion: 'keep',
    plain: ['id', 'kind', 'parent_id', 'data', 'created_at'],
  }),
  tableRule('simulator_answer', {
    owner: null,
    onDeletion: 'keep',
    plain: ['key', 'request_hash', 'status', 'answer', 'created_at'],
  }),
]

import type pg from 'pg'

/**
 * Value types narrower than their SQL type (text unions, contents of JSON), by declaring module.
 */
const valueTypesByModule: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '@cotation/contracts': {
    'proposal.action': 'ProposalAction',
  },
  '@cotation/domain': {
    'additional_cost.currency': 'Currency',
    'additional_cost.language': 'Language',
    'additional_cost.reason': 'AdditionalCostReason',
    'additional_cost.state': 'AdditionalCostState',
    'additional_cost_event.to_state': 'AdditionalCostState',
    'account_deletion.language': 'Language',
    'address.book': 'AddressBook',
    'after_sale_claim.reason': 'ClaimReason',
    'after_sale_claim.state': 'ClaimState',
    'after_sale_event.from_state': 'ClaimState',
    'after_sale_event.to_state': 'ClaimState',
    'audit_entry.actor': 'AuditActor',
    'audit_pending.actor': 'AuditActor',
    'bank_receipt.currency': 'Currency',
    'contact_message.language': 'Language',
    'coupon.coupon': 'Coupon',
    'coupon_offer.coupon': 'Coupon',
    'customer.account_type': 'AccountType',
    'customer.industry': 'Industry',
    'customer.language': 'Language',
    'customer.title': 'Title',
    'customer_flag.flag': 'CustomerFlag',
    'customer_order.billing_address': 'Address',
    'customer_order.carrier': 'CarrierId',
    'customer_order.currency': 'Currency',
    'customer_order.export_declaration': 'ExportDeclaration',
    'customer_order.language': 'Language',
    'customer_order.shipping_address': 'Address',
    'customer_order.status': 'OrderStatus',
    'express_account.carrier': 'CarrierId',
    'data_export.language': 'Language',
    'data_export.state': 'ExportState',
    'inspection.reason': 'LossReason',
    'inspection_characteristic.kind': 'CharacteristicKind',
    'inspection_characteristic.method': 'CheckMethod',
    'inspection_characteristic.subject': 'CharacteristicSubject',
    'leave_reason.reasons': 'LeaveReason[]',
    'ledger_account.currency': 'LedgerCurrency',
    'ledger_account.kind': 'LedgerAccountKind',
    'ledger_entry.currency': 'LedgerCurrency',
    'ledger_transaction.kind': 'LedgerTransactionKind',
    'loyalty_member.level': 'LoyaltyLevelId',
    'mail_record.language': 'Language',
    'mailbox_message.language': 'Language',
    'manual_quote.draft': 'ExpertDraft',
    'manual_quote.language': 'Language',
    'manual_quote.state': 'ManualQuoteState',
    'order_event.from_status': 'OrderStatus',
    'order_event.to_status': 'OrderStatus',
    'parcel.carrier': 'CarrierId',
    'parcel.state': 'ParcelState',
    'parcel_event.state': 'ParcelState',
    'part_body.measures': 'PartMeasures',
    'payment_event.type': 'PaymentEventType',
    'payment_intent.currency': 'Currency',
    'payment_intent.method': 'PaymentMethod',
    'payment_intent.payer_language': 'Language',
    'payment_intent.state': 'PaymentState',
    'production_report.reason': 'LossReason',
    'production_report.report': 'StepReport',
    'production_run.cause': 'RunCause',
    'production_run.reason': 'LossReason',
    'production_step.operation': 'Operation',
    'production_step.service': 'ServiceId',
    'production_step.state': 'StepState',
    'production_step.station': 'Station',
    'project.export_declaration': 'ExportDeclaration',
    'project.service': 'TechnologySlug',
    'project_activity.actor': 'ActivityActor',
    'project_activity.event': 'ProjectEvent',
    'proposal_decision.outcome': 'ProposalOutcome',
    'quote_line.configuration': 'Configuration',
    'referral.reasons': 'ReferralRefusal[]',
    'referral.state': 'ReferralState',
    'referral_invitation.language': 'Language',
    'solo_action.solo_limit': 'SoloLimit',
    'staff_member.language': 'Language',
    'staff_member.role': 'StaffRole',
    'staff_role.rights': 'StaffRight[]',
    'task_claim.kind': 'StaffTaskKind',
    'task_done.kind': 'StaffTaskKind',
    'task_notice.kind': 'StaffTaskKind',
    'task_notice_choice.kind': 'StaffTaskKind',
    'task_notice_choice.notice': 'TaskNotice',
    'tray.reason': 'LossReason',
    'tray.state': 'TrayState',
    'tray.station': 'PrintStation',
    'upload.notify_language': 'Language',
    'upload.purpose': 'UploadPurpose',
    'upload.state': 'UploadState',
  },
  '@cotation/geometry': {
    'finding_acceptance.finding': 'Finding',
    'part_analysis.refusal': 'Refusal',
    'part_body.facts': 'BodyFacts',
    'part_body.failure': 'Refusal',
    'upload.refusal': 'Refusal',
  },
  '@cotation/pricing': {
    'customer_order.dates': 'PromisedDates',
    'customer_order.total': 'OrderTotal',
  },
  './column-types.ts': {
    'account_deletion.contact': 'DeletedContact',
    'account_key.purpose': 'KeyPurpose',
    'additional_cost.place': 'PlaceOnModel',
    'additional_cost_event.actor': 'OrderActor',
    'after_sale_event.actor': 'OrderActor',
    'after_sale_line.place_mm': '[number, number, number]',
    'archive_record.data': 'Record<string, unknown>',
    'audit_entry.after': 'Record<string, unknown>',
    'audit_entry.before': 'Record<string, unknown>',
    'audit_pending.after': 'Record<string, unknown>',
    'audit_pending.before': 'Record<string, unknown>',
    'bank_receipt.state': 'ReceiptState',
    'bank_receipt.why': 'ReceiptDoubt',
    'customer_order.entrust': 'EntrustedOrder',
    'ledger_account.normal_side': 'LedgerSide',
    'mail_record.reply_to': 'ReplyContact',
    'mail_record.state': 'MailRecordState',
    'manual_quote.size_mm': '[number, number, number]',
    'manual_quote.subject': 'PartSnapshot',
    'order_event.actor': 'OrderActor',
    'order_line.ordered': 'OrderedPart',
    'part_analysis.state': 'AnalysisState',
    'part_analysis.summary': 'FileSummary',
    'payment_event.detail': 'Record<string, string | number>',
    'payment_refund.state': 'RefundState',
    'reload_dispute.outcome': 'DisputeOutcome',
    'vat_check.result': 'VatCheckResult',
    'quote_line.revision': 'LineRevision',
    'quote_line.verdict': 'LineVerdictRecord',
    'sem_record.parameters': 'Record<string, string>',
    'simulator_object.data': 'Record<string, unknown>',
    'staff_ticket.purpose': 'StaffTicketPurpose',
  },
}

const valueTypes = Object.assign({}, ...Object.values(valueTypesByModule)) as Readonly<Record<string, string>>

/** Columns whose whole type differs from the rule for their SQL type. */
const columnTypes: Readonly<Record<string, string>> = {
  // The identity of an event, which is read as text.
  'after_sale_photo.event_id': 'string | null',
  // A draft that is saved again is a new one.
  'catalogue_version.created_at': 'Date',
  'file_content.bytes': 'ImmutableBigint',
  'ledger_account.balance_minor': 'AccountBalance',
  'ledger_entry.amount_minor': 'ImmutableBigint',
  'ledger_entry.balance_after_minor': 'BalanceAfterEntry',
  'upload.bytes': 'ImmutableBigint',
}

/** SQL types as the driver is configured in `database.ts`. */
const scalarTypes: Readonly<Record<string, string>> = {
  bool: 'boolean',
  bytea: 'Buffer',
  date: 'string',
  float8: 'number',
  int4: 'number',
  text: 'string',
  timestamptz: 'Date',
  uuid: 'string',
  xid8: 'string',
}

interface Column {
  table: string
  name: string
  type: string
  isNullable: boolean
  hasDefault: boolean
  isIdentity: boolean
}

const listColumns = `
  select table_name as table, column_name as name, udt_name as type, is_nullable = 'YES' as "isNullable",
    column_default is not null as "hasDefault", is_identity = 'YES' as "isIdentity"
  from information_schema.columns
  where table_schema = 'public' and table_name <> 'migration'
  order by table_name, ordinal_position`

/** The text of `schema.generated.ts` for a migrated database. */
export async function generateSchema(client: pg.Client): Promise<string> {
  const { rows: columns } = await client.query<Column>(listColumns)
  assertMapped(columns)

  const tables = Map.groupBy(columns, ({ table }) => table)
  const interfaces = [...tables].map(([table, ofTable]) => {
    const fields = ofTable.map((column) => `  ${column.name}: ${columnType(column)}`)
    return `export interface ${tableType(table)} {\n${fields.join('\n')}\n}`
  })
  const database = [...tables.keys()].map((table) => `  ${table}: ${tableType(table)}`)
  const body = `${interfaces.join('\n\n')}\n\nexport interface Database {\n${database.join('\n')}\n}\n`

  return `// Generated from the migrated database by \`npm run db:types\`. Do not edit.\n${importsOf(body)}\n\n${body}`
}

/** Fails on a misspelt key, which would otherwise be ignored. */
function assertMapped(columns: readonly Column[]): void {
  const known = new Set(columns.map(keyOf))
  const unknown = [...Object.keys(valueTypes), ...Object.keys(columnTypes)].filter((key) => !known.has(key))
  if (unknown.length > 0) throw new Error(`No such column: ${unknown.join(', ')}`)
}

const keyOf = ({ table, name }: Column) => `${table}.${name}`

const tableType = (table: string) =>
  `${table.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())}Table`

function columnType(column: Column): string {
  const whole = columnTypes[keyOf(column)]
  if (whole) return whole

  if (column.type === 'json' || column.type === 'jsonb') {
    return `${column.isNullable ? 'NullableJson' : 'Json'}<${valueTypes[keyOf(column)] ?? 'unknown'}>`
  }
  if (column.type === 'int8') return bigintType(column)
  if (column.name === 'created_at') return 'CreatedAt'

  const value = valueTypes[keyOf(column)] ?? scalarTypes[column.type]
  if (!value) throw new Error(`No TypeScript type for ${column.type}, the type of ${keyOf(column)}`)
  if (column.isNullable) return `${value} | null`
  return column.hasDefault ? `Generated<${value}>` : value
}

function bigintType(column: Column): string {
  if (column.isIdentity) return 'GeneratedAlways<string>'
  if (column.isNullable) return 'NullableBigint'
  return column.hasDefault ? 'DefaultBigint' : 'Bigint'
}

const kyselyTypes = ['Generated', 'GeneratedAlways']

function moduleOf(typeName: string): string {
  if (kyselyTypes.includes(typeName)) return 'kysely'

  const declares = (types: Readonly<Record<string, string>>) =>
    Object.values(types).some((type) => type.match(/\w+/)?.[0] === typeName)
  const found = Object.entries(valueTypesByModule).find(([, types]) => declares(types))
  return found?.[0] ?? './column-types.ts'
}

/** The imports of `body`, formatted as Biome formats them. */
function importsOf(body: string): string {
  const types = body.replaceAll(/^ {2}\w+: |^export interface \w+/gm, ' ').match(/\b[A-Z]\w+/g) ?? []
  const names = [...new Set(types)].filter((name) => !/^(Buffer|Date|Record|\w+Table)$/.test(name)).sort()

  const byModule = Map.groupBy(names, moduleOf)
  const isFile = (module: string) => module.startsWith('.')
  const modules = [...byModule.keys()].sort()
  const sorted = [...modules.filter((module) => !isFile(module)), ...modules.filter(isFile)]

  return sorted.map((module) => importLine(byModule.get(module) ?? [], module)).join('\n')
}

function importLine(names: readonly string[], module: string): string {
  const short = `import type { ${names.join(', ')} } from '${module}'`
  return short.length <= 120 ? short : `import type {\n  ${names.join(',\n  ')},\n} from '${module}'`
}

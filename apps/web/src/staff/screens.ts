import type { StaffRight } from '@cotation/domain'
import type { MessageSlice, Messages } from '@cotation/messages'
import type { ComponentType } from 'react'

/** The groups of the menu, from top to bottom. */
export const menuGroups = ['work', 'production', 'customers', 'money', 'shop'] as const
export type MenuGroup = (typeof menuGroups)[number]

export interface StaffScreen {
  /** Below `/staff`; `$name` is a parameter, which `useStaffParam` returns. */
  path: string
  title: keyof Messages['staff']['titles']
  /** What a member needs to open it: the right of the call that fills the screen. */
  right: StaffRight
  /** Where the menu lists it; null if only other screens lead to it. */
  group: MenuGroup | null
  /** Texts in addition to `staff`. */
  messages: readonly MessageSlice[]
  load: () => Promise<ComponentType>
  /** The path of a screen that is loaded with it, because it must open without a network. */
  leadsTo?: string
}

/**
 * The screens of the staff side. The menu, the guard of each address, titles and tests derive from
 * this table; the first one that a member may open is where the member starts.
 */
export const staffScreens: readonly StaffScreen[] = [
  {
    path: 'today',
    title: 'today',
    right: 'staff.self',
    group: 'work',
    messages: ['staff-today'],
    load: () => import('./today/today.page.tsx').then(({ TodayPage }) => TodayPage),
  },
  {
    path: 'orders',
    title: 'orders',
    right: 'orders.read',
    group: 'work',
    messages: ['staff-list', 'staff-order'],
    load: () => import('./list/orders.page.tsx').then(({ OrdersPage }) => OrdersPage),
  },
  {
    path: 'experts',
    title: 'experts',
    right: 'quotes.answer',
    group: 'work',
    messages: ['staff-list'],
    load: () => import('./list/expert-questions.page.tsx').then(({ ExpertQuestionsPage }) => ExpertQuestionsPage),
  },
  {
    path: 'experts/$lineId',
    title: 'expert-question',
    right: 'quotes.answer',
    group: null,
    messages: ['staff-expert-desk', 'staff-drawing', 'staff-list', 'staff-today', 'viewer'],
    load: () => import('./expert-desk/question.page.tsx').then(({ QuestionPage }) => QuestionPage),
  },
  {
    path: 'claims',
    title: 'claims',
    right: 'orders.read',
    group: 'work',
    messages: ['staff-list'],
    load: () => import('./list/claims.page.tsx').then(({ ClaimsPage }) => ClaimsPage),
  },
  {
    path: 'claims/$claimId',
    title: 'claim',
    right: 'orders.read',
    group: null,
    messages: [
      'staff-claim',
      'staff-drawing',
      'staff-inspection',
      'inspection',
      'staff-list',
      'staff-work',
      'staff-today',
      'order',
      'viewer',
    ],
    load: () => import('./claim/claim.page.tsx').then(({ ClaimPage }) => ClaimPage),
  },
  {
    path: 'additional-costs',
    title: 'additional-costs',
    right: 'costs.read',
    group: 'work',
    messages: ['staff-list'],
    load: () => import('./list/additional-costs.page.tsx').then(({ AdditionalCostsPage }) => AdditionalCostsPage),
  },
  {
    path: 'additional-costs/$costId',
    title: 'additional-cost',
    right: 'costs.read',
    group: null,
    messages: ['staff-additional-cost', 'staff-refund', 'staff-list', 'viewer'],
    load: () => import('./additional-cost/cost.page.tsx').then(({ CostPage }) => CostPage),
  },
  {
    path: 'additional-costs/$costId/replace',
    title: 'request-cost',
    right: 'costs.request',
    group: null,
    messages: ['staff-additional-cost', 'staff-list', 'check', 'viewer'],
    load: () => import('./additional-cost/request-cost.page.tsx').then(({ ReplaceCostPage }) => ReplaceCostPage),
  },
  {
    path: 'production',
    title: 'production',
    right: 'production.read',
    group: 'production',
    messages: ['staff-list'],
    load: () => import('./list/production.page.tsx').then(({ ProductionPage }) => ProductionPage),
  },
  {
    path: 'work',
    title: 'work',
    right: 'production.work',
    group: 'production',
    messages: ['staff-work', 'staff-list'],
    load: () => import('./work/work.page.tsx').then(({ WorkPage }) => WorkPage),
    leadsTo: 'work/$code',
  },
  {
    path: 'work/$code',
    title: 'run',
    right: 'production.read',
    group: null,
    messages: ['staff-work', 'staff-drawing', 'staff-inspection', 'inspection', 'staff-list', 'viewer'],
    load: () => import('./work/run.page.tsx').then(({ RunPage }) => RunPage),
    leadsTo: 'work/tray/$code',
  },
  {
    path: 'work/tray/$code',
    title: 'tray',
    right: 'production.read',
    group: null,
    messages: ['staff-tray', 'staff-list', 'staff-work'],
    load: () => import('./work/tray/tray.page.tsx').then(({ TrayPage }) => TrayPage),
    leadsTo: 'work/$code',
  },
  {
    path: 'trays',
    title: 'trays',
    right: 'production.read',
    group: 'production',
    messages: ['staff-list', 'staff-tray'],
    load: () => import('./list/trays.page.tsx').then(({ TraysPage }) => TraysPage),
  },
  {
    path: 'trays/new',
    title: 'tray-new',
    right: 'production.work',
    group: null,
    messages: ['staff-tray', 'staff-list', 'staff-work'],
    load: () => import('./work/tray/new-tray.page.tsx').then(({ NewTrayPage }) => NewTrayPage),
  },
  {
    path: 'customers',
    title: 'customers',
    right: 'customers.read',
    group: 'customers',
    messages: ['staff-list'],
    load: () => import('./list/customers.page.tsx').then(({ CustomersPage }) => CustomersPage),
  },
  {
    path: 'customers/$customerId',
    title: 'customer',
    right: 'customers.read',
    group: null,
    messages: ['staff-customer', 'staff-list', 'order'],
    load: () => import('./customer/customer.page.tsx').then(({ CustomerPage }) => CustomerPage),
  },
  {
    path: 'projects/$projectId',
    title: 'project',
    right: 'quotes.answer',
    group: null,
    messages: ['staff-project', 'geometry', 'line', 'viewer'],
    load: () => import('./project/project.page.tsx').then(({ ProjectPage }) => ProjectPage),
  },
  {
    path: 'vat-numbers/$vatNumber',
    title: 'vat-number',
    right: 'checks.release',
    group: null,
    messages: ['staff-vat-number'],
    load: () => import('./vat-number/vat-number.page.tsx').then(({ VatNumberPage }) => VatNumberPage),
  },
  {
    path: 'orders/$orderId',
    title: 'order',
    right: 'orders.read',
    group: null,
    messages: [
      'staff-order',
      'staff-drawing',
      'staff-additional-cost',
      'staff-parcel',
      'staff-refund',
      'staff-work',
      'staff-inspection',
      'inspection',
      'staff-list',
      'order',
      'address',
      'pricing',
      'validation',
      'viewer',
    ],
    load: () => import('./order/order.page.tsx').then(({ OrderPage }) => OrderPage),
  },
  {
    path: 'orders/$orderId/additional-cost',
    title: 'request-cost',
    right: 'costs.request',
    group: null,
    messages: ['staff-additional-cost', 'staff-list', 'check', 'viewer'],
    load: () => import('./additional-cost/request-cost.page.tsx').then(({ RequestCostPage }) => RequestCostPage),
  },
  {
    path: 'proposals',
    title: 'proposals',
    right: 'proposals.use',
    group: 'money',
    messages: ['staff-list', 'staff-proposal'],
    load: () => import('./list/proposals.page.tsx').then(({ ProposalsPage }) => ProposalsPage),
  },
  {
    path: 'proposals/$proposalId',
    title: 'proposal',
    right: 'proposals.use',
    group: null,
    messages: ['staff-proposal', 'validation'],
    load: () => import('./proposal/proposal.page.tsx').then(({ ProposalPage }) => ProposalPage),
  },
  {
    path: 'team',
    title: 'team',
    right: 'staff.admin',
    group: 'shop',
    messages: ['staff-admin', 'validation'],
    load: () => import('./admin/team.page.tsx').then(({ TeamPage }) => TeamPage),
  },
  {
    path: 'roles',
    title: 'roles',
    right: 'staff.admin',
    group: 'shop',
    messages: ['staff-admin', 'validation'],
    load: () => import('./admin/roles.page.tsx').then(({ RolesPage }) => RolesPage),
  },
  {
    path: 'audit',
    title: 'audit',
    right: 'audit.read',
    group: 'shop',
    messages: ['staff-list', 'staff-audit'],
    load: () => import('./list/audit.page.tsx').then(({ AuditPage }) => AuditPage),
  },
  {
    path: 'security-events',
    title: 'security-events',
    right: 'audit.read',
    group: 'shop',
    messages: ['staff-list'],
    load: () => import('./list/security-events.page.tsx').then(({ SecurityEventsPage }) => SecurityEventsPage),
  },
  {
    path: 'mails',
    title: 'mails',
    right: 'mails.read',
    group: 'shop',
    messages: ['staff-list', 'staff-mail', 'staff-job'],
    load: () => import('./list/mails.page.tsx').then(({ MailsPage }) => MailsPage),
  },
  {
    path: 'mails/$mailId',
    title: 'mail',
    right: 'mails.read',
    group: null,
    messages: ['staff-mail', 'staff-job'],
    load: () => import('./mail/mail.page.tsx').then(({ MailPage }) => MailPage),
  },
  {
    path: 'jobs',
    title: 'jobs',
    right: 'jobs.run',
    group: 'shop',
    messages: ['staff-job'],
    load: () => import('./job/jobs.page.tsx').then(({ JobsPage }) => JobsPage),
  },
  {
    path: 'jobs/$jobId',
    title: 'job',
    right: 'jobs.run',
    group: null,
    messages: ['staff-job'],
    load: () => import('./job/jobs.page.tsx').then(({ JobPage }) => JobPage),
  },
  {
    path: 'account',
    title: 'account',
    right: 'staff.self',
    group: null,
    messages: ['staff-access', 'staff-today', 'validation'],
    load: () => import('./access/account.page.tsx').then(({ AccountPage }) => AccountPage),
  },
]

/** Addresses that screens had before: bookmarks and saved files of the audit still have them. */
const movedScreens: readonly { path: string; to: string }[] = [{ path: 'trays/$code', to: 'work/tray/$code' }]

/** The screens for those who are not signed in, without the frame. */
export const entryScreens: readonly Omit<StaffScreen, 'right' | 'group'>[] = [
  {
    path: 'login',
    title: 'login',
    messages: ['staff-access', 'validation'],
    load: () => import('./access/login.page.tsx').then(({ LoginPage }) => LoginPage),
  },
  {
    path: 'enrolment',
    title: 'enrolment',
    messages: ['staff-access', 'validation'],
    load: () => import('./access/enrolment.page.tsx').then(({ EnrolmentPage }) => EnrolmentPage),
  },
]

interface Match<Screen> {
  screen: Screen
  params: Record<string, string>
}

function paramsOf(pattern: string, path: string): Record<string, string> | null {
  const names = pattern.split('/')
  const parts = path.split('/')
  if (names.length !== parts.length) return null

  const params: Record<string, string> = {}
  for (const [i, name] of names.entries()) {
    const part = parts[i] ?? ''
    if (name.startsWith('$') && part !== '') params[name.slice(1)] = part
    else if (name !== part) return null
  }

  return params
}

/** The screen of an address below `/staff`. One without parameters comes before one that has some. */
export function matchScreen<Screen extends { path: string }>(
  screens: readonly Screen[],
  path: string,
): Match<Screen> | null {
  const matches = screens.flatMap((screen) => {
    const params = paramsOf(screen.path, path.replace(/\/$/, ''))
    return params ? [{ screen, params }] : []
  })
  const exact = matches.find(({ params }) => Object.keys(params).length === 0)

  return exact ?? matches[0] ?? null
}

/** Where the screen of a former address is now; null if none was there. */
export function movedTo(path: string): string | null {
  const match = matchScreen(movedScreens, path)
  if (!match) return null

  const { screen, params } = match
  return Object.entries(params).reduce((to, [name, value]) => to.replace(`$${name}`, value), screen.to)
}

/** Whether someone with these rights may open a screen. */
export const isOpenTo = (rights: readonly StaffRight[], { right }: Pick<StaffScreen, 'right'>): boolean =>
  rights.includes(right)

/** The screens of the menu that someone with these rights may open. */
export const menuScreens = (rights: readonly StaffRight[]): StaffScreen[] =>
  staffScreens.filter((screen) => screen.group !== null && isOpenTo(rights, screen))

/** The screens that someone with these rights can open directly, since their address names nothing. */
export const directScreens = (rights: readonly StaffRight[]): StaffScreen[] => {
  const ofMenu = menuScreens(rights)
  const others = staffScreens.filter((screen) => !screen.path.includes('$') && isOpenTo(rights, screen))
  return [...ofMenu, ...others.filter((screen) => !ofMenu.includes(screen))]
}

/** The path of the first screen of the menu that someone with these rights may open. */
export function homePath(rights: readonly StaffRight[]): string {
  return menuScreens(rights)[0]?.path ?? 'account'
}

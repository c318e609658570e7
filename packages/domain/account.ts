/** Personal accounts have `member`, enterprises do not (spec 3, product "People and roles"). */
export const accountTypes = ['personal', 'enterprise'] as const
export type AccountType = (typeof accountTypes)[number]

/** Minimum lengths of spec 5 and 9; the maximums are ours. */
export const accountLimits = {
  userName: { min: 2, max: 12 },
  phone: { min: 6, max: 20 },
  email: { max: 254 },
  personName: { max: 60 },
  company: { max: 120 },
  expressAccount: { max: 40 },
} as const

export const titles = ['engineer', 'buyer', 'manager', 'designer', 'researcher', 'student', 'maker', 'other'] as const
export type Title = (typeof titles)[number]

export const industries = [
  'aerospace',
  'automotive',
  'consumer',
  'defence',
  'education',
  'electronics',
  'energy',
  'medical',
  'robotics',
  'tooling',
  'other',
] as const

export type Industry = (typeof industries)[number]

/** Options of the leave-reason dialog (spec 5). At least one is required; `other` needs a text. */
export const leaveReasons = ['price', 'lead-time', 'material', 'usability', 'just-looking', 'other'] as const
export type LeaveReason = (typeof leaveReasons)[number]

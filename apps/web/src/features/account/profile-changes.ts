import { type Profile, updateProfileBody } from '@cotation/contracts'
import type { Industry, Language, Title } from '@cotation/domain'
import { z } from 'zod'

/** What the profile form holds; a choice not made yet is null. */
export interface ProfileValues {
  username: string
  firstName: string
  lastName: string
  company: string
  phoneCode: string
  phone: string
  expressAccount: string
  title: Title | null
  industry: Industry | null
  language: Language
}

export function profileValues(profile: Profile): ProfileValues {
  const { username, firstName, lastName, company, phoneCode, phone, expressAccount, title, industry, language } =
    profile
  return { username, firstName, lastName, company, phoneCode, phone, expressAccount, title, industry, language }
}

/**
 * Only the fields that differ from what is stored: an account that never gave a phone number may
 * still rename itself, and a recent password is asked for only when the number really changes
 * (AUT-7). Code and number go together, since one without the other reaches nobody.
 */
export function profileChanges(before: ProfileValues, after: ProfileValues): Partial<ProfileValues> {
  const changes = Object.fromEntries(
    Object.entries(after).filter(([field, value]) => value !== before[field as keyof ProfileValues]),
  ) as Partial<ProfileValues>
  const phoneTouched = 'phone' in changes || 'phoneCode' in changes
  return phoneTouched ? { ...changes, phone: after.phone, phoneCode: after.phoneCode } : changes
}

/** Checks, and gives out, the changes against what is stored. */
export const profileFormSchema = (before: ProfileValues) =>
  z.preprocess((values) => profileChanges(before, values as ProfileValues), updateProfileBody)

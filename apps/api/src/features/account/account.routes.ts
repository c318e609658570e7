import { accountRoutes, accountStaffRoutes, type Profile, siteRoutes, type UserInfo } from '@cotation/contracts'
import { type CarrierId, carrierIds, forEachCarrier, languages } from '@cotation/domain'
import type { Deps } from '#core/deps.ts'
import { findManager, managerView } from '#core/manager.ts'
import { getZoneStanding, latestZone } from '#core/time-zone.ts'
import type { Db } from '#db/database.ts'
import type { Serve } from '#http/gateway.ts'
import { isCustomer } from '#http/session.ts'
import { getProfileRow, type ProfileRow } from './account.repository.ts'
import { confirmExpressAccount, getImage, replaceImage, updateProfile } from './account.service.ts'
import { type ExpressAccountRow, listExpressAccounts } from './express-account.repository.ts'

const imageUrl = (imageId: string | null) => (imageId === null ? null : `/gateway/global/account/image/${imageId}`)

async function userInfoView(db: Db, row: ProfileRow): Promise<UserInfo> {
  const manager = row.manager_id === null ? undefined : await findManager(db, row.id)

  return {
    username: row.username,
    email: row.email,
    customerId: row.id,
    activationEmail: row.activated_at !== null,
    ...(row.account_type === 'personal' ? { member: { level: row.level } } : {}),
    isEntrustOrderAccount: row.is_entrust_order_account,
    detainPopup: row.detain_popup,
    ...(manager && { customerManger: managerView(manager) }),
    isChannel: row.is_channel,
    isRecharge: row.is_recharge,
    imageUrl: imageUrl(row.image_id),
  }
}

async function profileView({ db, clock, config }: Deps, row: ProfileRow): Promise<Profile> {
  const zone = await getZoneStanding(db, row.id, config.timeZone, clock())

  return {
    ...(await userInfoView(db, row)),
    firstName: row.first_name,
    lastName: row.last_name,
    company: row.company,
    phoneCode: row.phone_code,
    phone: row.phone,
    ...expressView(await listExpressAccounts(db, row.id)),
    expressAccount: row.express_account,
    title: row.title,
    industry: row.industry,
    language: row.language,
    timeZone: latestZone(zone),
    hasChosenTimeZone: zone.isChosen,
    timeZoneChangeableAt: zone.changeableAt?.toISOString() ?? null,
    hasPassword: row.has_password,
  }
}

function expressView(accounts: readonly ExpressAccountRow[]): Pick<Profile, 'expressAccounts' | 'confirmedCarriers'> {
  const accountAt = (carrier: CarrierId) => accounts.find((account) => account.carrier === carrier)
  return {
    expressAccounts: forEachCarrier((carrier) => accountAt(carrier)?.number ?? ''),
    confirmedCarriers: carrierIds.filter((carrier) => accountAt(carrier)?.confirmed_at),
  }
}

export function serveAccount(serve: Serve, deps: Deps): void {
  const { db } = deps
  serve(siteRoutes.index, async (_input, { session }) => ({
    userInfo: isCustomer(session) ? await userInfoView(db, await getProfileRow(db, session.customerId)) : {},
    brand: deps.config.brand,
    languages: [...languages],
  }))
  serve(accountRoutes.me, async (_input, { session }) => profileView(deps, await getProfileRow(db, session.customerId)))
  serve(accountRoutes.updateMe, async ({ body }, { session }) =>
    profileView(deps, await updateProfile(deps, session, body)),
  )
  serve(accountStaffRoutes.confirmExpressAccount, ({ params, body }, { session }) =>
    confirmExpressAccount(deps, session.staffId, { ...params, ...body }),
  )
  serve(accountRoutes.uploadImage, async ({ upload }, { session }) => ({
    imageUrl: `/gateway/global/account/image/${await replaceImage(deps, session, upload)}`,
  }))
  serve(accountRoutes.image, async ({ params }) => ({
    bytes: await getImage(deps, params.imageId),
    contentType: 'image/webp',
  }))
}

import { createRoute } from '@tanstack/react-router'
import { root } from './root-route.ts'
import { screen } from './screen.ts'

/** The public pages: campaign, legal texts, contact, resources and 404. */
const siteTexts = ['site'] as const

export const campaign = createRoute({
  getParentRoute: () => root,
  path: 'impossible3dprints',
  staticData: { titleKey: 'campaign', description: 'campaign' },
})

export const campaignHome = createRoute({
  getParentRoute: () => campaign,
  path: '/',
  ...screen(
    { canonicalHref: '/impossible3dprints', messages: ['campaign'] },
    () => import('#features/site/campaign.page.tsx'),
    'CampaignPage',
  ),
})

export const campaignCommunity = createRoute({
  getParentRoute: () => campaign,
  path: 'community',
  ...screen(
    { titleKey: 'campaignCommunity', messages: ['campaign'] },
    () => import('#features/site/campaign-community.page.tsx'),
    'CampaignCommunityPage',
  ),
})

export const terms = createRoute({
  getParentRoute: () => root,
  path: 'terms-of-use',
  ...screen(
    { titleKey: 'terms', description: 'terms', canonicalHref: '/terms-of-use', messages: ['terms'] },
    () => import('#features/site/terms.page.tsx'),
    'TermsPage',
  ),
})

export const contact = createRoute({
  getParentRoute: () => root,
  path: 'contact',
  ...screen(
    { titleKey: 'contact', description: 'contact', canonicalHref: '/contact', messages: ['site', 'validation'] },
    () => import('#features/site/contact.page.tsx'),
    'ContactPage',
  ),
})

export const resource = createRoute({
  getParentRoute: () => root,
  path: 'resources/$slug',
  ...screen(
    { titleKey: 'resources', description: 'resources', messages: siteTexts },
    () => import('#features/site/resource.page.tsx'),
    'ResourcePage',
  ),
})

export const notFound = createRoute({
  getParentRoute: () => root,
  path: '404',
  ...screen(
    { titleKey: 'notFound', noindex: true, messages: siteTexts },
    () => import('#features/site/not-found.page.tsx'),
    'NotFoundPage',
  ),
})

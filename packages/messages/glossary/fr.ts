import type { Term } from './term.ts'

export const frenchTerms: readonly Term[] = [
  {
    term: 'matériau',
    meaning: 'ce dont une pièce est faite ; « matière » ne désigne que ce qu’un outil enlève ou taille',
    avoid: /\bmatières?\b/i,
    otherSense: ['check.name.material-removal', 'panel.help.tapping.text', 'geometry.finding.material-removal'],
  },
  { term: 'mat', meaning: 'aspect sans brillance', avoid: /\bmatte\b/i },
  { term: 'pouce', meaning: 'unité de longueur de 25,4 mm', avoid: /\binch(es)?\b/i, otherSense: ['cli.usage'] },
  { term: 'Mo, Go', meaning: 'taille d’un fichier, en puissances de 1000', avoid: /\b[KMG]io\b/ },
  { term: 'fichier envoyé', meaning: 'fichier que nous avons reçu', avoid: /\bfichiers? déposés?\b/i },
  { term: 'chiffres de l’image', meaning: 'épreuve qui écarte les programmes', avoid: /captcha|code de l’image/i },
  { term: 'code de vérification', meaning: 'code reçu par e-mail', avoid: /code de (sécurité|confirmation)/i },
  { term: 'nomenclature', meaning: 'tableau des pièces avec leurs quantités', avoid: /\bBOM\b|\blistes? de pièces\b/i },
  { term: 'virement', meaning: 'paiement de compte à compte', avoid: /\bvirements? bancaires?\b/i },
  { term: 'devise', meaning: 'unité d’un montant', avoid: /\bmonnaies?\b/i },
  // Without \b before it: an accented letter is no word character.
  { term: 'refusé', meaning: 'état d’un paiement qui n’a pas abouti', avoid: /paiements? échoué/i },
  {
    term: 'motif',
    meaning: 'pourquoi une personne décide quelque chose',
    avoid: /\b(la|une|votre) raison\b|^raison\b/i,
    otherSense: ['cli.quote.reason', 'site.leave.other', 'validation.LEAVE_REASON_TEXT_REQUIRED'],
  },
  { term: 'fabricabilité', meaning: 'ce que la géométrie permet de fabriquer', avoid: /faisabilité/i },
  { term: 'débouchant', meaning: 'trou ouvert aux deux bouts', avoid: /\btraversants?\b/i },
  { term: 'prise de pièce', meaning: 'façon de tenir la pièce sur la machine', avoid: /\bposages?\b/i },
  { term: 'four de détensionnement', meaning: 'four après la fusion laser', avoid: /four de détente/i },
  { term: 'modèle maître', meaning: 'pièce dont on tire un moule', avoid: /maîtres? modèles?/i },
  { term: 'virgule décimale', meaning: '40,8 HRC', avoid: /\d\.\d+\s*(mm|HRC|MPa|%|°C|cm³|g\/cm³|USD)/ },
  { term: 'annulé', meaning: 'état de frais que nous ne demandons plus', avoid: /\bfrais\b.*\bretirés?\b/i },
  {
    term: 'transport',
    meaning: 'ce que le transporteur facture ; « port dû » est le terme consacré du paiement à l’arrivée',
    avoid: /\bfrais (de port|d’expédition)\b/i,
  },
  {
    term: 'espace insécable avant une unité',
    meaning: '5 Mo, 24 heures : le nombre et son unité restent sur la même ligne',
    avoid:
      /[\d#}] (?:mm[²³]?|cm[²³]?|µm|m|g|kg|MPa|HRC|°C|h|min|s|Mo|Go|USD|jours?|heures?|minutes?|mois|ans?|caractères?|chiffres?)(?![\p{L}’])/u,
    isFreeInCatalogue: true,
  },
  {
    term: 'espace insécable avant un signe double',
    meaning: 'deux-points, point-virgule, points d’exclamation et d’interrogation, pour cent, guillemets',
    avoid: / [;!?%»]| :(?!:)|« /,
    isFreeInCatalogue: true,
  },
]

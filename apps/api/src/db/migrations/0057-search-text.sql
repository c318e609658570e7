-- How texts are compared in searches: without case and accents, also where a file name from macOS has its
-- accents as characters of their own. Not the extension `unaccent`: it is not immutable, so no index could
-- use it, and not every server has it. Index expressions contain the function: a change of it needs new ones.
create function search_text(value text) returns text
  language sql immutable strict parallel safe
  return replace(replace(replace(
    translate(lower(regexp_replace(normalize(value, NFD), '[\u0300-\u036f]+', '', 'g')), 'øłđ', 'old'),
    'œ', 'oe'), 'æ', 'ae'), 'ß', 'ss');

drop index if exists customer_order_number_search;
drop index if exists customer_order_po_search;
drop index if exists order_line_name_search;
drop index if exists customer_email_search;
drop index if exists customer_company_search;
drop index if exists customer_name_search;
drop index if exists mail_record_recipient_search;
drop index if exists mail_record_subject_search;
drop index if exists mail_record_kind_search;
drop index if exists quote_line_name_search;
drop index if exists manual_quote_email_search;
drop index if exists manual_quote_question_search;
drop index if exists production_run_code_search;
drop index if exists tray_code_search;
drop index if exists after_sale_claim_work_order_search;
drop index if exists additional_cost_number_search;
drop index if exists parcel_tracking_search;

-- Where the extension cannot be installed, searches read whole tables.
do $$
begin
  create extension if not exists pg_trgm;
  create index customer_order_number_search on customer_order using gin (search_text(number) gin_trgm_ops);
  create index customer_order_po_search on customer_order
    using gin (search_text(po_number) gin_trgm_ops) where po_number <> '';
  create index order_line_name_search on order_line using gin (search_text(name) gin_trgm_ops);
  create index customer_email_search on customer using gin (search_text(email) gin_trgm_ops);
  create index customer_company_search on customer
    using gin (search_text(company) gin_trgm_ops) where company <> '';
  create index customer_name_search on customer using gin (
    search_text(coalesce(nullif(trim(first_name || ' ' || last_name), ''), username)) gin_trgm_ops);
  create index mail_record_recipient_search on mail_record using gin (search_text(recipient) gin_trgm_ops);
  create index mail_record_subject_search on mail_record using gin (search_text(subject) gin_trgm_ops);
  create index mail_record_kind_search on mail_record using gin (search_text(kind) gin_trgm_ops);
  create index quote_line_name_search on quote_line using gin (search_text(name) gin_trgm_ops);
  create index manual_quote_email_search on manual_quote using gin (search_text(email) gin_trgm_ops);
  create index manual_quote_question_search on manual_quote using gin (search_text(question) gin_trgm_ops);
  create index production_run_code_search on production_run using gin (search_text(code) gin_trgm_ops);
  create index tray_code_search on tray using gin (search_text(code) gin_trgm_ops);
  create index after_sale_claim_work_order_search on after_sale_claim
    using gin (search_text(work_order_number) gin_trgm_ops) where work_order_number is not null;
  create index additional_cost_number_search on additional_cost using gin (search_text(number) gin_trgm_ops);
  create index parcel_tracking_search on parcel using gin (search_text(tracking_number) gin_trgm_ops);
exception
  when insufficient_privilege or undefined_file or feature_not_supported then
    raise notice 'pg_trgm is not available: searches in lists read whole tables';
end $$;

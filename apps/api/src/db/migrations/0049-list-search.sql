-- Searches in the other lists find a text anywhere in what they show, as those of orders and customers do.
-- Where the extension cannot be installed, they read whole tables.
do $$
begin
  create extension if not exists pg_trgm;
  create index mail_record_recipient_search on mail_record using gin (recipient gin_trgm_ops);
  create index mail_record_subject_search on mail_record using gin (subject gin_trgm_ops);
  create index mail_record_kind_search on mail_record using gin (kind gin_trgm_ops);
  create index quote_line_name_search on quote_line using gin (name gin_trgm_ops);
  create index manual_quote_email_search on manual_quote using gin (email gin_trgm_ops);
  create index manual_quote_question_search on manual_quote using gin (question gin_trgm_ops);
  create index production_run_code_search on production_run using gin (code gin_trgm_ops);
  create index tray_code_search on tray using gin (code gin_trgm_ops);
  create index after_sale_claim_work_order_search on after_sale_claim
    using gin (work_order_number gin_trgm_ops) where work_order_number is not null;
  create index additional_cost_number_search on additional_cost using gin (number gin_trgm_ops);
exception
  when insufficient_privilege or undefined_file or feature_not_supported then
    raise notice 'pg_trgm is not available: searches in lists read whole tables';
end $$;

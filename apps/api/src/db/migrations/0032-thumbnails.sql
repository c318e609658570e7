-- Pictures of parts go with their file; earlier releases kept them. The daily search for files without a
-- record then removes their bytes.
update part_body set thumbnail_id = null from part_analysis
where part_analysis.id = part_body.analysis_id and part_analysis.meshes_removed_at is not null;

update order_line set thumbnail_id = null from upload join file_content on file_content.sha256 = upload.sha256
where upload.id = order_line.upload_id and file_content.removed_at is not null;

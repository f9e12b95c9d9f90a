// SPDX-License-Identifier: Apache-2.0

extension Preset {
  /// Conventions that many servers follow.
  package static let conventions: [Preset] = [
    Preset(
      name: "link-header",
      what: "RFC 8288 Link header with rel=next",
      link: "https://www.rfc-editor.org/rfc/rfc8288",
      options: "--link-header"),
    Preset(
      name: "jsonapi",
      what: "JSON:API",
      link: "https://jsonapi.org/format/1.1/#fetching-pagination",
      options: "--items-key data --next-key 'links.next.href // links.next'"),
    Preset(
      name: "hal",
      what: "HAL",
      link: "https://datatracker.ietf.org/doc/html/draft-kelly-json-hal",
      options: "--items-key '$._embedded.*[*]' --next-key _links.next.href",
      note: "with several kinds embedded, give --items-key"),
    Preset(
      name: "odata",
      what: "OData 4: Microsoft Graph, Dynamics, SAP",
      link: "https://docs.oasis-open.org/odata/odata-json-format/v4.01/",
      options: "--items-key value --next-key '@odata.nextLink // @nextLink'"),
    Preset(
      name: "odata2",
      what: "OData 2: SAP, Exact Online, older SharePoint",
      link: "https://www.odata.org/documentation/odata-version-2-0/json-format/",
      options: "--items-key d.results --next-key d.__next"),
    Preset(
      name: "relay",
      what: "GraphQL connections: GitHub, GitLab, Shopify, Linear",
      link: "https://relay.dev/graphql/connections.htm",
      options:
        "--items-key '$.data..edges[*].node' --items-key '$.data..nodes[*]' "
        + "--cursor-key '$.data..pageInfo.endCursor' --cursor-to body:variables.after "
        + "--more-key '$.data..pageInfo.hasNextPage' --error-key errors",
      note: "the query's variable is '$after'; with nested connections, give the keys"),
    Preset(
      name: "drf",
      what: "Django REST framework, by its next URL",
      link: "https://www.django-rest-framework.org/api-guide/pagination/",
      options: "--items-key results --next-key next --total-key count",
      note: "also Docker Hub, RIPE Atlas; by https where next says http"),
    Preset(
      name: "laravel",
      what: "Laravel paginator and resources",
      link: "https://laravel.com/docs/pagination",
      options:
        "--items-key data --next-key 'next_page_url // links.next' "
        + "--total-key 'total // meta.total'",
      note: "filters may need --keep-param"),
    Preset(
      name: "spring",
      what: "Spring Data page, HAL or plain",
      link: "https://docs.spring.io/spring-data/rest/reference/paging-and-sorting.html",
      options:
        "--items-key content --items-key '$._embedded.*[*]' --page-param page "
        + "--first-page 0 --limit-param size --end-key last "
        + "--pages-key 'page.totalPages // totalPages'"),
    Preset(
      name: "fhir",
      what: "FHIR search",
      link: "https://hl7.org/fhir/http.html#paging",
      options:
        "--items-key '$.entry[*].resource' --items-optional "
        + #"--next-key "$.link[?@.relation=='next'].url" --then-method GET "#
        + "--limit-param _count -H 'Accept: application/fhir+json'",
      note:
        "included resources and OperationOutcome come out too; for matches alone: "
        + #"--items-key "$.entry[?@.search.mode=='match'].resource""#),
    Preset(
      name: "stac",
      what: "STAC and OGC API Features, GET",
      link: "https://github.com/radiantearth/stac-api-spec",
      options:
        #"--items-key features --next-key "$.links[?@.rel=='next'].href" "#
        + "--limit-param limit"),
    Preset(
      name: "scim",
      what: "SCIM 2",
      link: "https://www.rfc-editor.org/rfc/rfc7644#section-3.4.2.4",
      options:
        "--items-key Resources --offset-param startIndex --first-offset 1 "
        + "--limit-param count --total-key totalResults --items-optional"),
    Preset(
      name: "google",
      what: "Google APIs, AIP-158",
      link: "https://google.aip.dev/158",
      options: "--cursor-key nextPageToken --cursor-param pageToken --limit-param pageSize",
      note: "older APIs: --limit-param maxResults; items are detected"),
    Preset(
      name: "aws-json",
      what: "AWS JSON services with NextToken",
      link: "https://github.com/boto/botocore",
      options: "--cursor-key NextToken --cursor-to body:NextToken --limit-param body:MaxResults",
      note:
        "services that write nextToken: 'aws-json-lower'; items are detected; needs X-Amz-Target"),
    Preset(
      name: "aws-json-lower",
      what: "AWS JSON services with nextToken",
      link: "https://github.com/boto/botocore",
      options: "--cursor-key nextToken --cursor-to body:nextToken --limit-param body:maxResults",
      note: "GetLogEvents has other names and ends with --stop-on repeat"),
    Preset(
      name: "dynamodb",
      what: "DynamoDB Query and Scan",
      link: "https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_Query.html",
      options:
        "--items-key Items --cursor-key LastEvaluatedKey "
        + "--cursor-to body:ExclusiveStartKey --limit-param body:Limit "
        + "-H 'Content-Type: application/x-amz-json-1.0'",
      note: "needs --aws-sigv4 and X-Amz-Target"),
    Preset(
      name: "elasticsearch",
      what: "Elasticsearch search_after with a point in time",
      link: "https://www.elastic.co/docs/reference/elasticsearch/rest-apis/paginate-search-results",
      options:
        "--items-key hits.hits --cursor-key last:sort --cursor-to body:search_after "
        + "--cursor-key pit_id --cursor-to body:pit.id --limit-param body:size "
        + "--stop-on empty",
      note: "the body holds pit and sort"),
    Preset(
      name: "opensearch",
      what: "OpenSearch or Elasticsearch, search_after alone",
      link: "https://docs.opensearch.org/latest/search-plugins/searching-data/paginate/",
      options:
        "--items-key hits.hits --cursor-key last:sort --cursor-to body:search_after "
        + "--limit-param body:size --stop-on empty"),
    Preset(
      name: "solr",
      what: "Solr cursorMark",
      link: "https://solr.apache.org/guide/solr/latest/query-guide/pagination-of-results.html",
      options:
        "--items-key response.docs --cursor-key nextCursorMark --cursor-param cursorMark "
        + "--start-at '*' --stop-on repeat --limit-param rows --total-key response.numFound",
      note: "the URL's sort ends with the unique key"),
    Preset(
      name: "mediawiki",
      what: "MediaWiki action API",
      link: "https://www.mediawiki.org/wiki/API:Continue",
      options: "--cursor-key continue --cursor-to 'query:*' --error-key error",
      note: "items are detected in lists; a generator: --items-key '$.query.pages.*'"),
    Preset(
      name: "ckan",
      what: "CKAN package_search",
      link: "https://docs.ckan.org/en/latest/api/",
      options:
        "--items-key result.results --offset-param start --limit-param rows "
        + "--total-key result.count --ok-key success"),
    Preset(
      name: "atlassian",
      what: "Atlassian startAt: Jira, Jira Software",
      link: "https://developer.atlassian.com/cloud/jira/platform/rest/v2/intro/#pagination",
      options:
        "--offset-param startAt --limit-param maxResults --total-key total "
        + "--end-key isLast",
      note: "total or isLast, whichever is there"),
  ]
}

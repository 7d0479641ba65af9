"""The field's terms in Chinese, Japanese and Korean with the English words of the same meaning, so that a translated title
meets its original. A fixed table; the longest term wins. Pure."""

from typing import Final

_TERMS: Final = """
矩阵乘法=matrix multiplication 矩陣乘法=matrix multiplication 矩阵乘=matrix multiplication 行列積=matrix multiplication
矩阵=matrix 矩陣=matrix 行列=matrix 행렬=matrix 乘法=multiplication 곱셈=multiplication 张量核心=tensor core 張量核心=tensor core
テンソルコア=tensor core 张量=tensor 張量=tensor テンソル=tensor 텐서=tensor 核心=core 核函数=kernel 内核=kernel 算子=kernel カーネル=kernel 커널=kernel
共享内存=shared memory 共有メモリ=shared memory シェアードメモリ=shared memory 全局内存=global memory 常量内存=constant memory 本地内存=local memory
锁页内存=page locked memory 固定内存=pinned memory 零拷贝=zero copy 内存池=memory pool 显存=memory 内存=memory 記憶體=memory メモリ=memory 메모리=memory
加速器=accelerator 归约=reduction 规约=reduction 歸約=reduction リダクション=reduction 转置=transpose 轉置=transpose 転置=transpose 전치=transpose
优化=optimization 優化=optimization 最適化=optimization 최적화=optimization 调优=tuning チューニング=tuning 流水线=pipeline 流水=pipeline 管线=pipeline
パイプライン=pipeline 파이프라이닝=pipeline 파이프라인=pipeline 教程=tutorial チュートリアル=tutorial 튜토리얼=tutorial 指南=guide ガイド=guide 가이드=guide
入门=introduction 入門=introduction 简介=introduction 介绍=introduction 初探=introduction 导论=introduction 입문=introduction 소개=introduction
详解=explained 詳解=explained 精通=mastering 掌握=mastering マスター=mastering 深入=deep dive 理解=understanding 剖析=anatomy 解剖=anatomy
注意力=attention アテンション=attention 어텐션=attention 量化=quantization 量子化=quantization 양자화=quantization 卷积=convolution 畳み込み=convolution
可变形=deformable 布局=layout レイアウト=layout 레이아웃=layout 线程块=thread block スレッドブロック=thread block 线程=thread スレッド=thread 스레드=thread
集群=cluster 簇=cluster クラスタ=cluster 클러스터=cluster 网格=grid グリッド=grid 块=block ブロック=block 블록=block 代数=algebra
向量化=vectorized 矢量化=vectorized ベクトル化=vectorized 向量=vector 访存=memory access 访问=access アクセス=access 合并=coalesced 合体=coalesced 对齐=alignment
占用率=occupancy 占有率=occupancy オキュパンシー=occupancy 性能=performance 성능=performance 高性能=high performance 高速=fast 快速=fast 高效=efficient
分析=profiling 性能分析=profiling プロファイリング=profiling 프로파일링=profiling 基准测试=benchmarking ベンチマーク=benchmark 벤치마크=benchmark
编译=compilation コンパイル=compilation 컴파일=compilation 指令=instruction 命令=instruction 명령=instruction 融合=fusion フュージョン=fusion 퓨전=fusion
稀疏=sparse スパース=sparse 排序=sort ソート=sort 정렬=sort 基数=radix 流=stream ストリーム=stream 스트림=stream 同步=synchronization 異步=asynchronous
异步=asynchronous 非同期=asynchronous 비동기=asynchronous 执行=execution 実行=execution 실행=execution 条件=conditional 谓词=predicated 默认=default
重叠=overlap 协作组=cooperative groups 协作=cooperative 持久化=persistent 持久=persistent 调度=scheduling スケジューリング=scheduling 스케줄링=scheduling
动态=dynamic 缓存=cache キャッシュ=cache 캐시=cache 容量=capacity 模板=template 交换=swizzle スウィズル=swizzle 编程=programming プログラミング=programming 프로그래밍=programming
兼容性=compatibility 计算能力=compute capability 计算=compute 算力=compute 運算=compute 传输=transfer 数据=data データ=data 데이터=data 主机=host 设备=device
第一性原理=first principles 基本原理=first principles 从零=scratch 从头=scratch ゼロから=scratch 深度学习=deep learning 深層学習=deep learning 딥러닝=deep learning
机器学习=machine learning 推理=inference 推論=inference 추론=inference 训练=training 模型=model モデル=model 모델=model 线性=linear 算法=algorithm 演算法=algorithm
アルゴリズム=algorithm 알고리즘=algorithm 硬件=hardware ハードウェア=hardware 하드웨어=hardware 软件=software 非对称=asymmetric 非対称=asymmetric 비대칭=asymmetric
扩展=scaling 缩放=scaling スケーリング=scaling 스케일링=scaling 协同设计=co design 共同設計=co design 实现=implementation 実装=implementation 구현=implementation 编写=writing
使用=using 自定义=custom カスタム=custom 操作=operation 绑定=bindings 加载=load 存储=store 汇编=assembly アセンブリ=assembly 어셈블리=assembly 逆向=reversing
精度=precision 低精度=low precision 混合精度=mixed precision 子字节=sub byte サブバイト=sub byte 块缩放=blockscaled 稳定=safe 安全=safe 在线=online オンライン=online
错误=error エラー=error 检查=checking チェック=checking 非法=illegal 段错误=segmentation fault 本地=local 远程=remote リモート=remote 屋顶线=roofline ルーフライン=roofline
并行=parallel 並列=parallel 병렬=parallel 前缀和=scan 扫描=scan 通信=communication 带宽=bandwidth 帯域=bandwidth 延迟=latency レイテンシ=latency 吞吐=throughput
比较=comparison 对比=comparison 五种=five 两种=two 原子=atomic 屏障=barrier 栅栏=barrier 死锁=deadlock 冲突=conflict 競合=conflict 寄存器=register レジスタ=register
循环=loop 展开=unrolling 架构=architecture アーキテクチャ=architecture 아키텍처=architecture 环境=environment 图=graph グラフ=graph 그래프=graph 日志=worklog 作業ログ=worklog 工作日志=worklog
设计=design 設計=design 설계=design 正交=orthogonal 直交=orthogonal 可复用=reusable 复用=reusable 再利用可能=reusable 可组合=composable 组合=composable 抽象=abstraction
추상화=abstraction 高级=advanced 高級=advanced 进阶=advanced 進階=advanced 高度な=advanced 고급=advanced 应用=application 応用=application 응용=application 原理=principles
基础=basics 基礎=basics 기초=basics 概念=concept 개념=concept 构建=building 構築=building 구축=building 调试=debugging 除錯=debugging デバッグ=debugging 디버깅=debugging
部署=deployment 分布式=distributed 分散式=distributed 分散=distributed 분산=distributed 异构=heterogeneous 一致性=consistency 编译器=compiler コンパイラ=compiler 컴파일러=compiler
溢出=spilling 瓶颈=bottleneck ボトルネック=bottleneck 병목=bottleneck 加速=accelerating 高速化=accelerating 가속=accelerating 大语言模型=llm 大模型=llm 挑战=challenge 챌린지=challenge
チャレンジ=challenge 十亿=billion 10亿=billion 前向=forward 順伝播=forward 순전파=forward 反向=backward 后向=backward 逆伝播=backward 역전파=backward 归一化=normalization
正規化=normalization 정규화=normalization 激活=activation 嵌入=embedding 混合专家=mixture experts 专家=expert 解码=decode 预填充=prefill 投机=speculative 推测=speculative 剪枝=pruning
打包=packing 查询=query クエリ=query 쿼리=query 分块=tiling 分塊=tiling タイリング=tiling タイル=tile 타일링=tiling 타일=tile 分区=partition 双缓冲=double buffering 缓冲=buffer
バッファ=buffer 버퍼=buffer 预取=prefetch プリフェッチ=prefetch 虚拟=virtual 仮想=virtual 가상=virtual 追踪=tracing 跟踪=tracing トレース=tracing 事件=event イベント=event 이벤트=event
队列=queue キュー=queue 哈希=hash ハッシュ=hash 해시=hash 字符串=string 直方图=histogram ヒストグラム=histogram 히스토그램=histogram 随机=random 乱数=random 渲染=rendering
レンダリング=rendering 렌더링=rendering 模拟=simulation シミュレーション=simulation 시뮬레이션=simulation 傅里叶=fourier フーリエ=fourier 푸리에=fourier 变换=transform 変換=transform
变换器=transformer 网络=network ネットワーク=network 네트워크=network 神经=neural ニューラル=neural 신경망=neural network 语言=language 言語=language 언어=language 自动=automatic
自動=automatic 자동=automatic 机制=mechanism 生产者=producer 消费者=consumer ゼロコピー=zero copy 映射=mapped マップド=mapped 宏=macro マクロ=macro 饱和=saturation 模式=mode 方法=method 手法=method 库=library ライブラリ=library 라이브러리=library バインディング=bindings 바인딩=bindings 线程束=warp ワープ=warp 워프=warp シャッフル=shuffle 셔플=shuffle 洗牌=shuffle バンク=bank 뱅크=bank 存储体=bank コンフリクト=conflict 충돌=conflict
ソフトマックス=softmax 소프트맥스=softmax 세이프=safe フラッシュ=flash 플래시=flash ゼロ=zero ループ=loop 루프=loop 展開=unrolling ストア=store ロード=load 로드=load
オーバーラップ=overlap 합치기=fusion グローバル=global 글로벌=global 전역=global 공유=shared 共有=shared ローカル=local 로컬=local 상수=constant 定数=constant コンスタント=constant
プロファイラ=profiler 프로파일러=profiler 剖析器=profiler 手把手=guide 読み方=reading 解読=reading 解读=reading ベクトル=vector 벡터=vector 转换=conversion 坐标=coordinate 索引=index
インデックス=index 인덱스=index 座標=coordinate 좌표=coordinate 逆=inverse 补=complement 算术=arithmetic 元组=tuple タプル=tuple 튜플=tuple 专用=specialization 特化=specialization 微基准=microbenchmark 冷启动=cold start 启动=launch 起動=launch
批量=batched 批处理=batching バッチ=batch 배치=batch 分配=allocation 割り当て=allocation 할당=allocation 生产环境=production 本番=production 프로덕션=production
实践=practice 实战=practice 実践=practice 실전=practice 流序=stream ordered 代价=cost 开销=overhead 成本=cost コスト=cost 비용=cost 隐性=hidden 隐藏=hidden 隠れた=hidden 숨은=hidden
报告=report レポート=report 보고서=report 现场=field 현장=field 一步步=step by step 逐步=step by step ステップ=step 단계=step 为什么=why なぜ=why 왜=why
多少=how much 免费=free 無料=free 무료=free 统一内存=unified memory ユニファイドメモリ=unified memory 통합=unified 竞争=race 競争=race 경쟁=race 数据竞争=data race 浮点=floating point
浮動小数点=floating point 부동소수점=floating point 误差=error 舍入=rounding 丸め=rounding 光线追踪=ray tracing レイトレーシング=ray tracing 레이=ray 트레이싱=tracing
粒子=particle パーティクル=particle 流体=fluid 图像=image 画像=image 이미지=image 着色器=shader シェーダ=shader 셰이더=shader 纹理=texture テクスチャ=texture 텍스처=texture
测量=measuring 計測=measuring 측정=measuring 监控=monitoring 内幕=internals 内部=inside 내부=inside 原子操作=atomics アトミック=atomic 원자=atomic 锁=lock ロック=lock
调度器=scheduler スケジューラ=scheduler 스케줄러=scheduler 分支=branch 分岐=branch 발산=divergence 发散=divergence 陷阱=pitfalls 误区=myths 神话=myths 오해=myths
解释=explained 説明=explained 해설=explained 设计模式=design pattern 驱动=driver ドライバ=driver 드라이버=driver 运行时=runtime ランタイム=runtime 런타임=runtime
矩阵向量=matrix vector 多卡=multi gpu 单卡=single gpu マルチ=multi 멀티=multi 节点=node ノード=node 노드=node 流处理器=streaming multiprocessor 轮询=polling
디코딩=decoding デコード=decoding 解码器=decoder 编码=encoding 인코딩=encoding 投機的=speculative 추측=speculative 代码=code コード=code 코드=code
压缩=compression 圧縮=compression 압축=compression 蒸馏=distillation 蒸留=distillation 증류=distillation 微调=finetuning ファインチューニング=finetuning 파인튜닝=finetuning
服务=serving サービング=serving 서빙=serving 批大小=batch size 上下文=context コンテキスト=context 컨텍스트=context 词元=token トークン=token 토큰=token 分词=tokenization
生成=generation 生成器=generator 采样=sampling サンプリング=sampling 샘플링=sampling 求和=sum 合計=sum 搜索=search 探索=search 검색=search 树=tree 트리=tree
"""


def _read() -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    term = ""
    for word in _TERMS.split():
        if "=" in word:
            term, _, word = word.partition("=")
            found[term] = ()
        found[term] += (word,)
    return found


GLOSSARY: Final = _read()
"""`张量核心` -> `("tensor", "core")`."""
